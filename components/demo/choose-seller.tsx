import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

type Seller = { seller: string; businessName: string };

const at = "/demo/authorize";

export function ChooseSeller(props: {
  /** The request, to come back to with the seller. */
  query: readonly (readonly [name: string, value: string])[];
  fresh: Seller | undefined;
  known: readonly Seller[];
  wrong: boolean;
}) {
  const { query, fresh, known, wrong } = props;
  const request = query.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
  const labelled = "flex flex-col gap-3 border-t border-stone-200 pt-5 dark:border-stone-800";
  return (
    <>
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl font-semibold tracking-tight text-balance">Sign in to Demo Market</h1>
        <p className="text-stone-700 text-pretty dark:text-stone-300">
          Marketplace Financing asks for your shop’s sales. On a real marketplace you would sign in with your password;
          here you may be any seller.
        </p>
      </header>
      <Alert message={wrong ? "That is no seller’s ID. Nothing was shared." : null} />
      {fresh && (
        <form action={at} className="flex flex-col">
          {request}
          <Button type="submit" name="seller" value={fresh.seller}>
            Sign in as a new seller, {fresh.businessName}
          </Button>
        </form>
      )}
      {known.length > 0 && (
        <form action={at} className={labelled} aria-labelledby="known-sellers">
          {request}
          <h2 id="known-sellers" className="font-semibold">
            Recent sellers
          </h2>
          {known.map(({ seller, businessName }) => (
            <Button key={seller} type="submit" look="secondary" name="seller" value={seller}>
              <span className="block">{businessName}</span>
              <span className="wrap-anywhere block font-mono text-sm font-normal">{seller}</span>
            </Button>
          ))}
        </form>
      )}
      <form action={at} className={labelled} autoComplete="off">
        {request}
        <label htmlFor="seller" className="font-semibold">
          Another seller’s ID
        </label>
        <input
          id="seller"
          name="seller"
          required
          maxLength={255}
          autoCapitalize="none"
          spellCheck={false}
          className="block min-h-(--control) w-full rounded-(--radius-field) border border-stone-500 bg-white px-3.5 text-(length:--control-text) dark:bg-stone-950"
        />
        <Button type="submit" look="secondary">
          Sign in
        </Button>
      </form>
    </>
  );
}
