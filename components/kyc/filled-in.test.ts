import { createFormControl } from "react-hook-form";
import { expect, test } from "vitest";
import { businessForm } from "@/lib/terms/kyc/business-fields";
import { directorForm } from "@/lib/terms/kyc/director-fields";
import { fillIn, fillings, parted } from "./filled-in";

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
  const names = Object.keys(directorForm).filter((name) => name !== "phoneNumber");
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
  expect(Object.fromEntries(fillings(Object.keys(businessForm), found))).toEqual({
    registrationNumber: "RC123456",
    businessName: "Ada Foods Limited",
    dateOfIncorporation: "2019-03-01",
  });
});

test("what was filled in can be taken out again, but not what was changed since", () => {
  const form = createFormControl({ defaultValues: { businessName: "Ada", taxNumber: "", website: "" } });
  // As once it is rendered: before, the values are the first ones.
  form.control._state.mount = true;
  const clear = fillIn(form, [
    ["businessName", "Ada Foods Limited"],
    ["taxNumber", "12345678-0001"],
  ]);
  expect(form.getValues()).toEqual({ businessName: "Ada Foods Limited", taxNumber: "12345678-0001", website: "" });
  form.setValue("taxNumber", "mine");
  clear();
  expect(form.getValues()).toEqual({ businessName: "Ada", taxNumber: "mine", website: "" });
});

test("what is there is not replaced: empty fields are filled in, and of what differs people say which is right", () => {
  const here = { businessName: "Ada Foods", registrationNumber: "rc123456", dateOfIncorporation: undefined };
  const filled = fillings(Object.keys(businessForm), {
    registrationNumber: "RC123456",
    businessName: "Halima Books Limited",
    dateOfIncorporation: "2019-03-01",
  });
  expect(parted(here, filled)).toEqual({
    fresh: [["dateOfIncorporation", "2019-03-01"]],
    odd: [{ name: "businessName", there: "Halima Books Limited", here: "Ada Foods", choice: "here" }],
  });
});
