import { afterEach, expect, test, vi } from "vitest";
import { ask } from "./ask";

const answers = (body: BodyInit, status = 200): void =>
  void vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));

const breaksOff = (): ReadableStream =>
  new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"boards": ['));
      stream.error(new TypeError("network"));
    },
  });

afterEach(() => vi.unstubAllGlobals());

test("what the server says is given, and what it refuses is thrown", async () => {
  answers('{"boards": []}');
  expect(await ask("/api/offers")).toEqual({ boards: [] });
  answers('{"code": "no_such_table", "params": {}}', 404);
  await expect(ask("/api/tables/x")).rejects.toEqual({ code: "no_such_table", params: {} });
});

test("an answer that breaks off is not taken for what was asked", async () => {
  answers(breaksOff());
  await expect(ask("/api/offers")).rejects.toEqual({ code: "unreachable", params: {} });
});
