import type { Catalogue } from "../words.svelte";

const words: Catalogue["story"] = {};
export default words;
