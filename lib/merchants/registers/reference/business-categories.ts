import listed from "./business-categories.json";

/** ISIC Rev. 4 (United Nations, Statistical Papers M 4/Rev. 4), each section with its last division. */
const sections = [
  ["03", "Agriculture, forestry and fishing"],
  ["09", "Mining and quarrying"],
  ["33", "Manufacturing"],
  ["35", "Electricity, gas, steam and air conditioning supply"],
  ["39", "Water supply, sewerage and waste management"],
  ["43", "Construction"],
  ["47", "Wholesale and retail trade, repair of motor vehicles"],
  ["53", "Transportation and storage"],
  ["56", "Accommodation and food services"],
  ["63", "Information and communication"],
  ["66", "Financial and insurance services"],
  ["68", "Real estate"],
  ["75", "Professional, scientific and technical services"],
  ["82", "Administrative and support services"],
  ["84", "Public administration and defence"],
  ["85", "Education"],
  ["88", "Human health and social work"],
  ["93", "Arts, entertainment and recreation"],
  ["96", "Other services"],
  ["98", "Households as employers"],
  ["99", "Extraterritorial organisations"],
] as const;

/** The industry of a class of ISIC Rev. 4. @throws RangeError for what is none */
export function industryOf(isicClass: string): string {
  const found = sections.find(([last]) => isicClass.slice(0, 2) <= last);
  if (!found || !/^\d{4}$/.test(isicClass)) throw new RangeError(`${isicClass} is no class of ISIC Rev. 4.`);
  return found[1];
}

/** Traders' words for businesses, each with its ISIC Rev. 4 class and industry (docs/kyc.md#reference-lists). */
export const businessCategories = listed.map(({ name, isicClass, words }) => {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").replace(/['’]/g, "").toLowerCase();
  const code = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return { code, name, description: industryOf(isicClass), isicClass, words };
});
