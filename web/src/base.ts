// Where the server lives: "/" as a rule, "/games/trains/" below a path of its host. The page is built once for all of
// them: its own files lie below `page/`, and the server writes into the page where that is.

const manifest = globalThis.document?.querySelector<HTMLLinkElement>('link[rel="manifest"]');

/** Begins and ends with a slash. */
export const BASE = manifest ? new URL("..", manifest.href).pathname : "/";

/** The address, from the root of the host, of something that the server has at a path of its own. */
export const at = (path: string, base = BASE): string => base + path.slice(1);

/** The server's own path of an address from the root of the host; null if that is not the server's. */
export function inside(path: string, base = BASE): string | null {
  if (`${path}/` === base) return "/";
  return path.startsWith(base) ? path.slice(base.length - 1) : null;
}
