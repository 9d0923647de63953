// A socket for tests: it does what it is told, and remembers what was said on it.

import type { FromServer } from "#protocol";

export class FakeSocket {
  static all: FakeSocket[] = [];
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readyState = 0;
  said: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.said.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.();
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  hears(message: Partial<FromServer> & { type: string }): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.();
  }
}

/** The socket that was opened last. */
export const newest = (): FakeSocket => FakeSocket.all.at(-1)!;
