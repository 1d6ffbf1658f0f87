import { partOf } from "@/lib/terms/table";
import { businessFields } from "./business-fields";
import { directorFields } from "./director-fields";

const { registeredAddress, taxNumber, dateOfIncorporation, website, ...business } = partOf(businessFields, "sample");
const { middleName, ...added } = { ...partOf(directorFields, "sample"), isPrimary: true };
const { identityNumber, ...known } = added;

export const sampleBusinessInfo = business;
export const sampleDirector = added;
export const sampleStoredDirector = { ...known, id: "dir_01m82hrp5yfp3x2d8t6v9k0w7j" };
export const sampleChange = { ...known, lastName: "Okeke" };
