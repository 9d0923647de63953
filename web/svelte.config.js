import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    // No component of the old kind, so the code that serves those is left out.
    runes: true,
    // Short names for scoped styles: the usual ones are a tenth of the style sheets.
    cssHash: ({ hash, filename, css }) => `s-${hash(filename === "(unknown)" ? css : filename).slice(0, 5)}`,
  },
};
