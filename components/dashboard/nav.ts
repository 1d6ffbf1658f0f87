/** The dashboard's navigation: addresses below `/dashboard/{environment}`, in groups. */
export const navigation = [
  {
    label: "Programme",
    entries: [
      { path: "", label: "Overview" },
      { path: "/merchants", label: "Merchants" },
      { path: "/funding-requests", label: "Funding requests" },
      { path: "/loans", label: "Loans" },
      { path: "/settlements", label: "Settlements" },
      { path: "/breaks", label: "Breaks" },
    ],
  },
  {
    label: "Developers",
    entries: [
      { path: "/getting-started", label: "Getting started" },
      { path: "/developers/keys", label: "Keys and origins" },
      { path: "/developers/webhook", label: "Webhook" },
      { path: "/developers/deliveries", label: "Deliveries" },
      { path: "/developers/requests", label: "Requests" },
      { path: "/clock", label: "Sandbox clock", only: "test" },
    ],
  },
  {
    label: "Marketplace",
    entries: [
      { path: "/team", label: "Team" },
      { path: "/security", label: "Your security" },
      { path: "/go-live", label: "Go live" },
    ],
  },
] as const satisfies readonly { label: string; entries: readonly { path: string; label: string; only?: "test" }[] }[];
