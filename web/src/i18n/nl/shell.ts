import type { Catalogue } from "../words.svelte";

const words: Catalogue["shell"] = {};
export default words;
