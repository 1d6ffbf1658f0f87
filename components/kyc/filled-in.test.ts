import { expect, test } from "vitest";
import { fillings } from "./filled-in";
import { businessFieldText, directorFieldText } from "./labels";

test("of a person all goes into the form that it has a field for, but never the masked phone number", () => {
  const found = {
    identityType: "BVN",
    firstName: "Ada",
    middleName: null,
    lastName: "Obi",
    dateOfBirth: "1985-04-12",
    nationality: "Nigerian",
    address: "12 Marina, Lagos",
    phoneNumber: "*********5678",
  };
  const names = Object.keys(directorFieldText).filter((name) => name !== "phoneNumber");
  expect(Object.fromEntries(fillings(names, found))).toEqual({
    identityType: "BVN",
    firstName: "Ada",
    lastName: "Obi",
    dateOfBirth: "1985-04-12",
    nationality: "Nigerian",
    address: "12 Marina, Lagos",
  });
});

test("of a company likewise; what the register does not know is left as it was typed", () => {
  const found = {
    registrationNumber: "RC123456",
    businessName: "Ada Foods Limited",
    businessType: null,
    dateOfIncorporation: "2019-03-01",
    registeredAddress: null,
    status: "INACTIVE",
  };
  expect(Object.fromEntries(fillings(Object.keys(businessFieldText), found))).toEqual({
    registrationNumber: "RC123456",
    businessName: "Ada Foods Limited",
    dateOfIncorporation: "2019-03-01",
  });
});
