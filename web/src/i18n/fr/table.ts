import type { Catalogue } from "../words.svelte";

const words: Catalogue["table"] = {};
export default words;
