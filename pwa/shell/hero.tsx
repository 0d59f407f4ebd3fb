import type { ReactNode } from 'react'

/** The landing page's photo with words on it. Addresses and sizes equal the preload in `server/site/static-files.ts`. */
export function Hero({ title, subtitle, children }: { title: string; subtitle?: string; children?: ReactNode }) {
  return (
    <section className="hero">
      <img
        className="cover"
        src="/hero-1280.webp"
        srcSet="/hero-640.webp 640w, /hero-960.webp 960w, /hero-1280.webp 1280w"
        sizes="100vw"
        width={1280}
        height={960}
        alt=""
        fetchPriority="high"
      />
      <div className="hero__words min-0 stack">
        <h1>{title}</h1>
        {subtitle && <p>{subtitle}</p>}
        {children}
      </div>
    </section>
  )
}
