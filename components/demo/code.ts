import type { SdkScript } from "@/components/ui/embed-sdk";
import type { Theme } from "@/lib/surfaces/journey/protocol";

export function frontEndCode({ src, integrity, host }: SdkScript, theme: Theme): string {
  return `<script src="${src}"
  integrity="${integrity}"
  crossorigin="anonymous"></script>

<div id="financing"></div>

<script type="module">
  const fetchToken = async () => {
    const answer = await fetch("/financing-token", { method: "POST" });
    return answer.text();
  };
  ServiceEmbed.ApplicationJourney({
    token: await fetchToken(),
    container: "#financing",${host ? `\n    host: "${host}",` : ""}
    theme: { primary: "${theme.primary}", radius: "${theme.radius}", logo: "https://…" },
    onCompleted: () => console.log("Application submitted"),
    onError: ({ code, message }) => console.error(code, message),
    fetchToken,
  });
</script>`;
}

export function backEndCode(api: string): string {
  return `const api = "${api}";
const call = (path, body) =>
  fetch(api + path, {
    method: "POST",
    headers: { authorization: \`Bearer \${process.env.SECRET_KEY}\`, "content-type": "application/json" },
    body: JSON.stringify(body ?? {}),
  }).then((answer) => answer.json());

// When a seller may have financing, and whenever there are new figures
await call("/merchants", { thirdPartyCustomerId: seller.id, businessName, email, phoneNumber });
await call(\`/merchants/\${seller.id}/sales-data\`, salesRecord);

// Each time the journey opens: for the seller who has signed in with you, and nobody else
app.post("/financing-token", async (request, response) => {
  const { token } = await call(\`/merchants/\${request.session.sellerId}/embed-tokens\`);
  response.type("text").send(token);
});`;
}
