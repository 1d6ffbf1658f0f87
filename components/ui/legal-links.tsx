import { linkLook } from "./button";

const links = [
  ["/privacy", "Privacy"],
  ["/terms", "Terms"],
] as const;

/** What is stored of people, and what is expected of them; beside the page, so that nothing typed in it is lost. */
export function LegalLinks() {
  return (
    <footer className="flex gap-4 px-1 text-sm">
      {links.map(([href, label]) => (
        <Beside key={href} href={href}>
          {label}
        </Beside>
      ))}
    </footer>
  );
}

/** Where an account is asked for. */
export function LegalNote() {
  return (
    <p className="text-sm">
      By creating an account you accept the <Beside href="/terms">terms</Beside>. What is stored about you is said under{" "}
      <Beside href="/privacy">privacy</Beside>.
    </p>
  );
}

function Beside({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className={linkLook}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
