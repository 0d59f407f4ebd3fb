/** The panel beside the sign-in card; wide screens only. */
export function Promo() {
  return (
    <aside className="promo" aria-label="About the marketplace">
      <img
        className="cover"
        src="/hero-1280.webp"
        srcSet="/hero-640.webp 640w, /hero-960.webp 960w, /hero-1280.webp 1280w"
        sizes="(min-width: 72em) 36rem, 50vw"
        width={1280}
        height={960}
        alt=""
      />
      <div className="promo__words stack stack--tight">
        <h2>Set the table with what your neighbors have</h2>
        <p>Rent plates, lights and linens by the day, order from makers nearby, and keep the ideas you love.</p>
      </div>
    </aside>
  )
}
