import { PRODUCT_NAME } from '#schema/product'
import { useAccount } from '../session/account'
import { NavLink } from '../ui/nav-link'
import { TextPage } from './text-page'

/** Ways to reach the right person. */
export function Contact() {
  const { config } = useAccount()
  const address = config?.supportContact
  return (
    <TextPage title="Contact">
      <h2>About an offer or an order</h2>
      <p>
        Write to the other side in its thread: <NavLink to="/inbox">Inbox</NavLink> has all of them.
      </p>
      <h2>About something against the rules</h2>
      <p>
        Press “Report” on the listing, item, post, message or profile. An operator of {PRODUCT_NAME} looks at each
        report, and nobody learns who sent it.
      </p>
      <h2>About everything else</h2>
      {address ? (
        <p>
          Write to <a href={address}>{address.replace(/^mailto:/, '')}</a>. Name the offer or the order if there is one;
          never send a password.
        </p>
      ) : (
        <p>This marketplace has named no address.</p>
      )}
      <p>
        <NavLink to="/help">Help</NavLink> answers what people ask most.
      </p>
    </TextPage>
  )
}
