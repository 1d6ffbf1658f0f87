import { describe, expect, test } from "vitest";
import { businessCategories } from "./business-categories";
import { indexed, ranked } from "./rank";

const index = indexed(businessCategories);
const found = (query: string) => ranked(index, query).map(({ name }) => name);

describe("traders' words lead to what they mean", () => {
  const meant: Record<string, string> = {
    "phone repair": "Phone repair",
    "phone repairs": "Phone repair",
    "repair of phones": "Phone repair",
    "i repair phones": "Phone repair",
    "fone repair": "Phone repair",
    "mama put": "Restaurant, canteen and mama put",
    mamaput: "Restaurant, canteen and mama put",
    buka: "Restaurant, canteen and mama put",
    resturant: "Restaurant, canteen and mama put",
    restaurant: "Restaurant, canteen and mama put",
    fashion: "Fashion and clothing",
    fasion: "Fashion and clothing",
    "fashion designer": "Tailoring and fashion design",
    tailor: "Tailoring and fashion design",
    tailer: "Tailoring and fashion design",
    ankara: "Ankara, lace and other fabrics",
    okrika: "Used clothes (okrika)",
    shoes: "Shoes and bags",
    "bags and shoes": "Shoes and bags",
    sneekers: "Shoes and bags",
    "phones and tablets": "Phones and tablets",
    phone: "Phones and tablets",
    iphone: "Phones and tablets",
    "phone accesories": "Phone accessories",
    chargers: "Phone accessories",
    laptop: "Computers and laptops",
    electronics: "Televisions, sound and home electronics",
    provisions: "Provisions and groceries",
    "provision store": "Provisions and groceries",
    grocery: "Provisions and groceries",
    foodstuff: "Foodstuff: rice, beans, garri, yam",
    "frozen food": "Frozen foods",
    "pure water": "Drinks, water and soft drinks",
    cosmetics: "Beauty, cosmetics and skincare",
    "skin care": "Beauty, cosmetics and skincare",
    wigs: "Hair, wigs and attachments",
    "human hair": "Hair, wigs and attachments",
    pharmacy: "Medicines and pharmacy",
    farmacy: "Medicines and pharmacy",
    chemist: "Medicines and pharmacy",
    furniture: "Furniture",
    solar: "Generators, inverters and solar",
    cement: "Building materials",
    "building material": "Building materials",
    "car parts": "Car parts and accessories",
    "spare parts": "Car parts and accessories",
    mechanic: "Car repair and mechanic workshop",
    vulcanizer: "Vulcanizer and tyre repair",
    poultry: "Poultry farming",
    "cat fish farm": "Fish farming",
    bakery: "Bread, cakes and pastries",
    "small chops": "Small chops and event catering",
    cake: "Bread, cakes and pastries",
    barber: "Hair salon and barbing",
    "barbing saloon": "Hair salon and barbing",
    hairdresser: "Hair salon and barbing",
    "make up artist": "Make-up, nails and spa",
    "dispatch rider": "Dispatch and courier",
    logistics: "Dispatch and courier",
    pos: "POS and mobile money agent",
    "p.o.s": "POS and mobile money agent",
    "pos agent": "POS and mobile money agent",
    laundry: "Laundry and dry cleaning",
    "cyber cafe": "Business centre and cyber café",
    cafe: "Restaurant, canteen and mama put",
    hotel: "Hotel and guest house",
    "real estate": "Real estate agency",
    photographer: "Photography",
    "web design": "Software and apps",
    "t-shirt printing": "Printing and branding",
    welder: "Metal works, gates and welding",
    carpenter: "Furniture making",
    plumber: "Plumbing and air-conditioning",
    electrician: "Electrical and solar installation",
    "online vendor": "Online store: many kinds of goods",
    "instagram vendor": "Online store: many kinds of goods",
    supermarket: "Supermarket",
    "event planner": "Event planning",
    ngo: "Clubs, NGOs and community groups",
    church: "Church, mosque and religious body",
    "day care": "Crèche, nursery and primary school",
    creche: "Crèche, nursery and primary school",
    jewelry: "Jewellery, watches and accessories",
    jewelery: "Jewellery, watches and accessories",
    bookshop: "Books and stationery",
    stationary: "Books and stationery",
    "palm oil": "Palm oil and groundnut oil",
    "baby things": "Baby and children's wear",
    gas: "Gas and cooking gas accessories",
    furnature: "Furniture",
    cosmetiks: "Beauty, cosmetics and skincare",
    perfumes: "Perfumes and fragrances",
    "interior décor": "Curtains, rugs and interior décor",
    suya: "Suya, shawarma and street food",
    clothes: "Fashion and clothing",
    "selling of clothes": "Fashion and clothing",
    "sale of shoes": "Shoes and bags",
    "buying and selling of cars": "Cars: new and used",
    "rice farmer": "Rice farming",
    borehole: "Borehole, water supply and tankers",
  };

  test.each(Object.entries(meant))("%s", (query, name) => {
    expect(found(query)[0]).toBe(name);
  });
});

describe("what is found comes in an order", () => {
  const list = [
    { name: "Other things", words: "apple" },
    { name: "Apple pies", words: "" },
    { name: "Fruit: apple", words: "" },
    { name: "Applecart", words: "" },
    { name: "Juice", words: "pressed apple" },
    { name: "Apple", words: "" },
    { name: "Stone", words: "aple" },
  ];
  const names = (query: string) => ranked(indexed(list), query).map(({ name }) => name);

  test("the name, its beginning, another word for it, a word of the name, of others, a beginning, a typing error", () => {
    expect(names("apple")).toEqual([
      "Apple",
      "Apple pies",
      "Other things",
      "Fruit: apple",
      "Juice",
      "Applecart",
      "Stone",
    ]);
  });

  test("what has all words, before and without what has some", () => {
    expect(names("pressed apple")).toEqual(["Juice"]);
    expect(names("juice stone")).toEqual(["Juice", "Stone"]);
  });

  test("nothing for nothing, and nothing for what nobody does", () => {
    for (const query of ["", " ", "?!", "…", "日本", "qwxzvv"]) expect(names(query)).toEqual([]);
  });
});

describe("no query takes long", () => {
  test.each(["a".repeat(100), "ab ".repeat(33), "phone ".repeat(16), "\u0301".repeat(100)])("%s", (query) => {
    // Only the first words are looked at, and each once.
    expect(found(query)).toEqual(found(query.split(" ").slice(0, 8).join(" ")));
  });
});
