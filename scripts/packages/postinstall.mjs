import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { mendPackages } from "./mend-packages.mjs";

// As npm runs it after an installation (package.json).
mendPackages(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
