import type { ReactNode } from "react";
import { linkLook } from "./button";

type Frame = {
  title: string;
  lead: string;
  /** Room for two columns. */
  wide?: boolean;
  children: ReactNode;
};

export function Page({ title, lead, wide = false, children }: Frame) {
  return (
    <main
      className={`mx-auto flex w-full flex-col ${wide ? "max-w-5xl" : "max-w-3xl"} gap-8 px-4 py-10 sm:px-6 sm:py-16`}
    >
      <header className="flex flex-col gap-3">
        <h1 className="text-3xl font-semibold tracking-tight text-balance">{title}</h1>
        <p className="text-lg text-stone-700 text-pretty dark:text-stone-300">{lead}</p>
      </header>
      {children}
    </main>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 border-t border-stone-200 pt-6 dark:border-stone-800">
      <h2 className="text-xl font-semibold">{title}</h2>
      {children}
    </section>
  );
}

export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={linkLook} href={href}>
      {children}
    </a>
  );
}

/** The first stop of the keyboard: past the navigation, to the element with the id `content`. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only rounded-md bg-surface px-4 py-2 font-medium focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-30"
    >
      Skip to the page
    </a>
  );
}

const legalPages = [
  ["/privacy", "Privacy"],
  ["/terms", "Terms"],
] as const;

/** What is stored of people, and what is expected of them; beside the page, so that nothing typed in it is lost. */
export function LegalLinks() {
  return (
    <footer className="flex gap-4 px-1 text-sm">
      {legalPages.map(([href, label]) => (
        <Beside key={href} href={href}>
          {label}
        </Beside>
      ))}
    </footer>
  );
}

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
