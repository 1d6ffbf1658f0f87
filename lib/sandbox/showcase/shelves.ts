/**
 * What a marketplace's shops sell: words for their names, naira of a usual order, and how each month's sales compare with
 * the mean, January first: schools begin in September, and everybody buys in November and December.
 */
export type Shelf = {
  category: string;
  goods: readonly [string, ...string[]];
  order: number;
  season: readonly number[];
};

const year = {
  presents: [0.72, 0.85, 0.9, 0.95, 0.97, 0.92, 0.9, 0.93, 0.97, 1.03, 1.36, 1.5],
  schools: [1.12, 0.85, 0.82, 0.95, 0.88, 0.8, 0.86, 1.3, 1.62, 1.05, 0.85, 0.9],
  daily: [0.9, 0.94, 1.0, 1.04, 0.98, 0.97, 0.97, 0.98, 1.0, 1.0, 1.05, 1.17],
  homes: [0.85, 0.9, 0.98, 1.02, 1.0, 0.95, 0.95, 0.97, 1.0, 1.05, 1.15, 1.18],
} as const;

export const shelves = [
  {
    category: "FASHION",
    goods: ["Ankara House", "Wears", "Footwear", "Aso Oke", "Bags & Shoes"],
    order: 18_500,
    season: year.presents,
  },
  {
    category: "PHONES_AND_TABLETS",
    goods: ["Phone Hub", "Mobile World", "Gadgets"],
    order: 96_000,
    season: year.presents,
  },
  {
    category: "ELECTRONICS",
    goods: ["Electronics", "Sound & Vision", "Solar & Power"],
    order: 72_000,
    season: year.presents,
  },
  {
    category: "BEAUTY",
    goods: ["Beauty", "Skincare", "Hair & Wigs", "Shea & Oils"],
    order: 11_500,
    season: year.presents,
  },
  {
    category: "GROCERIES",
    goods: ["Provisions", "Spices", "Foods", "Rice & Grains"],
    order: 14_000,
    season: year.daily,
  },
  {
    category: "HOME_AND_KITCHEN",
    goods: ["Kitchenware", "Homes", "Furniture", "Bedding"],
    order: 33_000,
    season: year.homes,
  },
  { category: "COMPUTING", goods: ["Computers", "Laptop Clinic"], order: 165_000, season: year.presents },
  { category: "BABY_PRODUCTS", goods: ["Baby Corner", "Kids & Toys"], order: 16_500, season: year.presents },
  { category: "AUTOMOTIVE", goods: ["Motor Spares", "Tyres & Batteries"], order: 41_000, season: year.daily },
  { category: "BOOKS_AND_STATIONERY", goods: ["Books", "Stationers"], order: 7_200, season: year.schools },
  { category: "SPORTS", goods: ["Sports", "Fitness"], order: 23_000, season: year.homes },
  { category: "HEALTH", goods: ["Pharmacy", "Herbal Care"], order: 9_800, season: year.daily },
] as const satisfies readonly Shelf[];

/** Where shops are, and what their names begin with. */
export const places = [
  ["Lagos", ["Surulere", "Ikeja", "Yaba", "Lekki", "Balogun", "Alaba", "Mushin", "Agege", "Festac"]],
  ["Aba", ["Ariaria", "Ngwa"]],
  ["Onitsha", ["Onitsha", "Fegge"]],
  ["Kano", ["Sabon Gari", "Kurmi", "Nasarawa"]],
  ["Ibadan", ["Bodija", "Dugbe", "Challenge"]],
  ["Abuja", ["Wuse", "Garki", "Kubwa"]],
  ["Port Harcourt", ["Rumuola", "Garden City"]],
  ["Benin City", ["Oba Market", "Uselu"]],
  ["Enugu", ["Coal City", "Ogbete"]],
  ["Kaduna", ["Kaduna", "Barnawa"]],
] as const;
