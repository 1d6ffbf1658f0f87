import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Marketplace Financing", template: "%s · Marketplace Financing" },
  description: "Financing for the merchants of a marketplace, without the marketplace becoming a lender.",
};

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
