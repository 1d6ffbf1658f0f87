import type { DemoShop } from "./shop";

/** What a product brought in six months: price and sales in naira. */
export type Product = { name: string; price: number; sold: number; sales: number };

/** Goods with their price in naira and their share of a shop's sales in percent; the rest is sold by all the others. */
const goods = [
  ["Ankara fabric, 6 yards", 18_500, 17],
  ["Rice, 50 kg", 78_000, 15],
  ["Blender, 1.5 l", 32_000, 13],
  ["Leather sandals", 14_500, 12],
  ["Shea butter, 1 kg", 4_800, 11],
] as const;

/** What a shop sells: its best products of the last six months, and all the others as one. They add up to its sales. */
export function catalogueOf({ sales }: Pick<DemoShop, "sales">): {
  products: Product[];
  others: number;
  total: number;
} {
  const total = sales.reduce((sum, { salesAmount }) => sum + salesAmount, 0);
  const products = goods
    .map(([name, price, share]) => {
      const sold = Math.floor((total * share) / 100 / price);
      return { name, price, sold, sales: sold * price };
    })
    .filter(({ sold }) => sold > 0);
  return { products, others: products.reduce((rest, product) => rest - product.sales, total), total };
}
