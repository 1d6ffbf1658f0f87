/** What the bodies of KYC operations look like. */
export const sampleBusinessInfo = {
  businessName: "Ada Foods",
  businessType: "LIMITED_LIABILITY_COMPANY" as const,
  operatingAddress: "14 Marina Road, Lagos",
  registrationNumber: "RC100014",
  businessCategory: "Retail",
  businessEmail: "owner@adafoods.example",
  businessPhone: "+2348000000014",
};

const person = {
  firstName: "Ada",
  lastName: "Obi",
  email: "ada@adafoods.example",
  phoneNumber: "+2348031234567",
  address: "14 Marina Road, Lagos",
  dateOfBirth: "1985-04-12",
  nationality: "Nigerian",
  identityType: "BVN" as const,
};
const duties = { position: "CEO" as const, isPrimary: true };

export const sampleDirector = { ...person, identityNumber: "22123456789", ...duties };
export const sampleStoredDirector = { ...person, ...duties, id: "dir_01m82hrp5yfp3x2d8t6v9k0w7j" };
export const sampleChange = { ...person, ...duties, lastName: "Okeke" };
