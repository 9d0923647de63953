import type { Catalogue } from "../words.svelte";

const words: Catalogue["guide"] = {};
export default words;
