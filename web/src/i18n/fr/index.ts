import end from "./end";
import guide from "./guide";
import shell from "./shell";
import story from "./story";
import table from "./table";

export default { end, guide, shell, story, table };
