export function ServerCalls({ api }: { api: string }) {
  const call = (path: string, body: string) =>
    `curl ${api}${path} \\\n  -H "Authorization: Bearer $SECRET_KEY" -H "Content-Type: application/json" \\\n  -d '${body}'`;
  return (
    <details className="w-full">
      <summary className="w-fit cursor-pointer font-medium">What your backend does instead</summary>
      <pre className="wrap-anywhere mt-2 rounded-md bg-sunken p-3 text-xs whitespace-pre-wrap">
        {[
          "# When a seller may have financing; then its sales figures (sales-data), whenever there are new ones",
          call(
            "/merchants",
            '{"thirdPartyCustomerId": "shop-1", "businessName": "Shop 1", "email": "owner@shop-1.example", "phoneNumber": "+2348030000001"}',
          ),
          "# Each time the journey opens, for the seller who is signed in with you",
          call("/merchants/shop-1/embed-tokens", "{}"),
        ].join("\n\n")}
      </pre>
    </details>
  );
}
