// The compiled engine, which the build puts beside the pages and which has no declarations.
declare module "*/engine.js";
