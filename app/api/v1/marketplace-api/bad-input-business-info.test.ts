import { beforeAll } from "vitest";
import { holdsContract } from "@/test/contract/suite";
import { date, email, filledText, oneOf, optional, phone, required, text, value } from "@/test/contract/table";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { PUT as saveBusinessInfo } from "./merchants/[ref]/business-info/route";

useDatabase();

let shop: TestMarketplace;
let ref: string;
beforeAll(async () => {
  shop = await createMarketplace();
  ref = (await anyMerchant(shop.test)).merchantId;
});

const website = {
  refused: [
    ...[
      "",
      "ada",
      "ada.example.com",
      "//ada.example.com",
      "ftp://ada.example.com",
      "javascript:alert(1)",
      "https://",
    ].map((one) => value(one || "empty", one)),
    value("null", null),
    value("a number", 7),
    value("a list", ["https://ada.example.com"]),
    value("an object", {}),
    value("a boolean", true),
    value("a NUL byte in it", "https://ada.example.com/\u0000"),
    value("half a surrogate pair", "https://ada.example.com/\ud83d"),
    value("too long (2049)", `https://ada.example.com/${"x".repeat(2025)}`),
    value("far too long (100,000)", `https://ada.example.com/${"x".repeat(100_000)}`),
  ],
  accepted: [
    value("http", "http://ada.example.com"),
    value("a path and a query", "https://ada.example.com/shop?a=1"),
    value("as long as allowed (2048)", `https://ada.example.com/${"x".repeat(2024)}`),
    value("Unicode in the path", "https://ada.example.com/шоп/🍲"),
  ],
};

holdsContract({
  operation: "PUT /merchants/{ref}/business-info",
  route: saveBusinessInfo,
  method: "PUT",
  key: () => shop.testKey,
  params: () => ({ ref }),
  body: () => ({
    businessName: "Ada Foods",
    businessType: "LIMITED_LIABILITY_COMPANY",
    operatingAddress: "12 Marina, Lagos",
    registeredAddress: "14 Marina, Lagos",
    registrationNumber: "RC123456",
    taxNumber: "12345678-0001",
    dateOfIncorporation: "2019-03-01",
    businessCategory: "Bakery",
    businessEmail: "office@example.com",
    businessPhone: "+2348012345678",
    website: "https://ada.example.com",
  }),
  repeated: (answer) => answer.businessInfo,
  fields: [
    required("businessName", filledText(150)),
    required(
      "businessType",
      oneOf(
        "REGISTERED_BUSINESS",
        "LIMITED_LIABILITY_COMPANY",
        "SOLE_PROPRIETORSHIP",
        "PARTNERSHIP",
        "COOPERATIVE",
        "NGO",
        "UNREGISTERED",
      ),
    ),
    required("operatingAddress", filledText(500)),
    optional("registeredAddress", text(500)),
    optional("registrationNumber", text(50)),
    optional("taxNumber", text(50)),
    optional("dateOfIncorporation", date),
    optional("businessCategory", text(50)),
    optional("businessEmail", email),
    optional("businessPhone", phone),
    optional("website", website),
  ],
});
