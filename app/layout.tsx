import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { env } from "@/lib/kernel/env";
import "./globals.css";

const description = "Financing for the merchants of a marketplace, without the marketplace becoming a lender.";

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(env().baseUrl),
    title: { default: "Marketplace Financing", template: "%s · Marketplace Financing" },
    description,
    openGraph: { siteName: "Marketplace Financing", images: [{ url: "/link.png", width: 1200, height: 630 }] },
  };
}

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

// Every page has a fresh script nonce, so none can be prerendered.
export const dynamic = "force-dynamic";

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body className="min-h-dvh bg-stone-50 font-sans text-stone-900 antialiased dark:bg-stone-950 dark:text-stone-100">
        {children}
      </body>
    </html>
  );
}
