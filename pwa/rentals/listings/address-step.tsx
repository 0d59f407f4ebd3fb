import { AddressForm, type AddressOnForm } from '../../session/address-form'

/** First step of setting up: where the things are picked up. */
export function AddressStep({ own }: { own: AddressOnForm }) {
  return (
    <section className="surface stack" aria-labelledby="address-step">
      <div className="stack stack--tight">
        <h2 id="address-step">Where are your things?</h2>
        <p className="muted">Renters see your neighborhood, and your street only once they have paid.</p>
      </div>
      <AddressForm own={own} />
    </section>
  )
}
