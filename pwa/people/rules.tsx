import { PRODUCT_NAME } from '#schema/product'
import { REVIEW_DAYS } from '#schema/review'
import { LegalPage } from './legal-page'

/** How people treat each other here. */
export function Rules() {
  return (
    <LegalPage title="Rules">
      <h2>What you offer</h2>
      <ul>
        <li>It is yours to rent out or to sell, it is safe, and the photos show the thing itself.</li>
        <li>
          Not here: weapons, fireworks, alcohol and other drugs, animals, anything stolen or copied, anything the law
          forbids.
        </li>
        <li>Say what is broken or missing before somebody relies on it.</li>
      </ul>
      <h2>How you deal</h2>
      <ul>
        <li>Answer offers and questions, come when you said you would, and bring things back clean and complete.</li>
        <li>Pay and be paid here. Whoever asks for money elsewhere leaves you without refund, claim and review.</li>
        <li>Cancel only when you must. Somebody has planned a party around it.</li>
        <li>Photograph what you hand over and what comes back. It settles most questions before they are asked.</li>
      </ul>
      <h2>What you write</h2>
      <ul>
        <li>Be kind. No threats, no hate, no sexual content, nothing about other people’s private lives.</li>
        <li>Post your own photos, or those that you may use.</li>
        <li>No advertisements, no copies of the same thing, no links that trick people.</li>
      </ul>
      <h2>Reviews</h2>
      <p>
        Both sides may review within {REVIEW_DAYS} days, about what happened and nothing else. No reviews of oneself,
        none that were bought, none as a threat.
      </p>
      <h2>When somebody breaks the rules</h2>
      <p>
        Block them, and tell us. Operators of {PRODUCT_NAME} hide what breaks the rules and suspend who keeps breaking
        them. They give a reason, and never decide on what is their own.
      </p>
    </LegalPage>
  )
}
