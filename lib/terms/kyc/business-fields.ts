import {
  address,
  addressOrEmpty,
  calendarDate,
  email,
  line,
  oneOf,
  phone,
  textOrEmpty,
  webUrl,
} from "@/lib/kernel/validation";
import { type BusinessType, businessKinds, businessTypes } from "@/lib/terms/merchants/business-kinds";
import type { KycField } from "./field";

export type BusinessField = KycField & {
  /** The shape in which such numbers are issued, without spaces and punctuation (docs/kyc.md#plausible-numbers). */
  issued?: (businessType: BusinessType | undefined) => RegExp;
};

/** As the Corporate Affairs Commission numbers companies, business names, trustees and partnerships, or the digits only. */
const commissionNumber = /^(?:CAC)?(?:(?:RC|BN|IT|LP|LLP)(?:NO)?\d{1,8}|(?:NO)?\d{3,8})$/;
/** Cooperatives are registered by the states, each with numbers of its own. */
const stateNumber = /\d{2}/;
/** 8 to 14 digits, whatever stands between them; one digit over and over is nobody's. */
const taxOfficeNumber = /^(?:TIN)?(?!(\d)\1+$)\d{8,14}$/;

const about = {
  businessName: {
    schema: line(150),
    label: "Business name",
    control: "line",
    autoComplete: "organization",
    sample: "Ada Foods",
  },
  businessType: {
    schema: oneOf(businessTypes).meta({ id: "BusinessType" }),
    label: "Type of business",
    control: "choice",
    options: businessTypes.map((value) => {
      const { name, description } = businessKinds[value];
      return { value, label: name, note: description };
    }),
    list: "business-types",
    placeholder: "Choose one, or type what you call it",
    sample: "LIMITED_LIABILITY_COMPANY" as const,
  },
  registrationNumber: {
    schema: textOrEmpty(50).optional(),
    label: "Registration number",
    hint: "As on your CAC certificate",
    control: "code",
    reviewed: true,
    issued: (businessType) => (businessType === "COOPERATIVE" ? stateNumber : commissionNumber),
    sample: "RC100014",
  },
  taxNumber: {
    schema: textOrEmpty(50).optional(),
    label: "Tax number",
    hint: "Your TIN",
    control: "code",
    reviewed: true,
    issued: () => taxOfficeNumber,
    sample: "12345678-0001",
  },
  dateOfIncorporation: {
    schema: calendarDate.optional(),
    label: "Registered on",
    control: "date",
    sample: "2019-03-01",
  },
  businessCategory: {
    schema: textOrEmpty(50).optional(),
    label: "What you sell",
    hint: "As you would say it: mama put, phone repair, shoes and bags",
    control: "suggest",
    list: "business-categories",
    sample: "Retail",
  },
} satisfies Record<string, BusinessField>;

const contact = {
  operatingAddress: {
    schema: address(500),
    label: "Business address",
    hint: "Street, area, city",
    control: "lines",
    autoComplete: "street-address",
    sample: "14 Marina Road, Lagos",
  },
  registeredAddress: {
    schema: addressOrEmpty(500).optional(),
    label: "Registered address",
    hint: "If different",
    control: "lines",
    sample: "2 Broad Street, Lagos",
  },
  businessPhone: { schema: phone.optional(), label: "Phone number", control: "phone", sample: "+2348000000014" },
  businessEmail: {
    schema: email.optional(),
    label: "E-mail address",
    control: "email",
    sample: "owner@adafoods.example",
  },
  website: { schema: webUrl.optional(), label: "Website", control: "website", sample: "https://adafoods.example" },
} satisfies Record<string, BusinessField>;

export const businessParts = [
  { name: "about", title: "About the business", fields: about },
  { name: "contact", title: "Contact details", fields: contact },
];

/** In the order of the form. */
export const businessForm = { ...about, ...contact };

const { businessName, businessType, ...numbers } = about;
const { operatingAddress, registeredAddress, businessEmail, ...others } = contact;

/** In the order of the published body. */
export const businessFields = {
  businessName,
  businessType,
  operatingAddress,
  registeredAddress,
  ...numbers,
  businessEmail,
  ...others,
};
