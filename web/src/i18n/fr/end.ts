import type { Catalogue } from "../words.svelte";

const words: Catalogue["end"] = {};
export default words;
