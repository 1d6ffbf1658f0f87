import { bare, found, missing, page } from "./answers";
import { type Route, text } from "./request";
import { type Customer, type Key, owned, type State } from "./state";

/** The customer with an address, made when it is not known. */
export function customerWith(state: State, key: Key, email: string): Customer {
  const known = state.customers.find((one) => one.email === email.toLowerCase() && owned(key)(one));
  if (known) return known;
  const made: Customer = {
    ...{ id: state.ids.id("customer"), code: `CUS_${state.ids.code("customer")}`, email: email.toLowerCase() },
    ...{ integration: key.integration, domain: key.domain, firstName: null, lastName: null, phone: null },
    createdAt: state.clock.iso(),
  };
  state.customers.push(made);
  return made;
}

export function shownCustomer(one: Customer) {
  return {
    integration: one.integration,
    first_name: one.firstName,
    last_name: one.lastName,
    email: one.email,
    phone: one.phone,
    metadata: null,
    domain: one.domain,
    customer_code: one.code,
    risk_action: "default",
    id: one.id,
    createdAt: one.createdAt,
    updatedAt: one.createdAt,
  };
}

const whole = (one: Customer) => ({
  transactions: [],
  subscriptions: [],
  authorizations: [],
  ...shownCustomer(one),
  identified: false,
  identifications: null,
});

export const customerRoutes: Route[] = [
  [
    "POST",
    /^\/customer$/,
    ({ state, key, body }) => {
      const email = text(body, "email");
      if (!email) return missing("Email");
      if (!/^[^@\s]+@[^@\s]+$/.test(email)) return bare(400, "Invalid Email Address Passed");
      const customer = customerWith(state, key, email);
      customer.firstName = text(body, "first_name") ?? customer.firstName;
      customer.lastName = text(body, "last_name") ?? customer.lastName;
      customer.phone = text(body, "phone") ?? customer.phone;
      return found("Customer created", whole(customer));
    },
  ],
  [
    "GET",
    /^\/customer$/,
    ({ state, key, query }) => {
      const { data, meta } = page(state.customers.filter(owned(key)).reverse(), query);
      return found("Customers retrieved", data.map(shownCustomer), { meta });
    },
  ],
  [
    "GET",
    /^\/customer\/([^/]+)$/,
    ({ state, key, params: [asked] }) => {
      const customer = state.customers.find((one) => [one.code, one.email].includes(asked ?? "") && owned(key)(one));
      const more = {
        total_transactions: 0,
        total_transaction_value: [],
        dedicated_account: null,
        dedicated_accounts: [],
      };
      const dates = customer && { created_at: customer.createdAt, updated_at: customer.createdAt };
      return customer
        ? found("Customer retrieved", { ...whole(customer), ...dates, ...more })
        : bare(404, "Customer not found");
    },
  ],
];
