import { PRODUCT_NAME } from '#schema/product'
import { NavLink } from '../ui/nav-link'
import { TextPage } from './text-page'

/** The product in a few sentences. */
export function About() {
  return (
    <TextPage title={`About ${PRODUCT_NAME}`}>
      <p>
        A party needs forty plates for one evening, and three streets away forty plates stand in a cupboard.{' '}
        {PRODUCT_NAME} brings the two together.
      </p>
      <h2>What you find here</h2>
      <ul>
        <li>
          <NavLink to="/listings">Rentals</NavLink>: tableware, furniture and lights that neighbors rent out by the day.
        </li>
        <li>
          <NavLink to="/made-to-order">Made to order</NavLink>: place cards, cakes and whatever else makers make for
          your day.
        </li>
        <li>
          <NavLink to="/inspiration">Inspiration</NavLink>: photos of parties that people have given, with what was
          rented for them.
        </li>
      </ul>
      <h2>With or without a connection</h2>
      <p>
        Venues, cellars and barns have bad signal. {PRODUCT_NAME} keeps what you have looked at on your device, takes
        what you write there, and sends it once there is a connection. Put it on your home screen, and it opens like any
        other app.
      </p>
      <h2>Who is paid for what</h2>
      <p>
        Owners and makers set their prices. Payments go through a payment provider; money is taken when both sides have
        agreed, and passed on when the party is over. The <NavLink to="/terms">terms</NavLink> say all of it.
      </p>
    </TextPage>
  )
}
