import { outside } from "@/lib/platform/providers/outside";
import { findPaystackCode, knownBanks, listBanks } from "./banks";
import { identify } from "./identify";

/** What Paystack is asked beside orders: whose a key is, and its banks. */
export const paystackDesk = outside("paystack", { identify, listBanks, knownBanks, findPaystackCode });
