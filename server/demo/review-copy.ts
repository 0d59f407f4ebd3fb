import type { ReviewRole } from '#schema/review'

/** Stars and words of reviews by each side; empty words are stars alone. */
export const reviewCopy: Record<ReviewRole, readonly [stars: number, content: string][]> = {
  renter: [
    [5, 'Spotless, counted, and packed so that nothing moved in the car. The photos do not lie.'],
    [5, 'Everybody asked where these came from. Pickup took five minutes.'],
    [4, 'Lovely things. One box was heavier than I thought, so bring a second pair of hands.'],
    [5, 'We came back for more a month later.'],
    [4, 'All as described. Parking in front of the house is an adventure.'],
    [3, 'Two pieces were not the same shade as the others. The price was fair all the same.'],
    [5, ''],
    [4, ''],
    [5, 'Kind, quick to answer, and relaxed about a wet evening.'],
  ],
  owner: [
    [5, 'Everything came back clean and counted. Welcome any time.'],
    [5, 'On time twice, which is rare. Thank you.'],
    [4, 'Friendly. The boxes came back in another order, which cost me an hour.'],
    [5, ''],
    [5, 'Sent a photo of the table. It made my day.'],
  ],
  buyer: [
    [5, 'Better than in the pictures, and a day early.'],
    [5, 'The lettering made three people cry. In a good way.'],
    [4, 'Beautiful work. The ribbon was a little paler than I had in mind.'],
    [5, 'Asked twice whether the names were right. They were.'],
    [4, ''],
  ],
  seller: [
    [5, 'Knew what they wanted and answered within the hour.'],
    [5, ''],
    [4, 'A pleasure. Please send names in one list next time.'],
  ],
}

/** Answers to reviews with fewer than four stars. */
export const answerCopy = [
  'Thank you for saying so. I have sorted them by shade since.',
  'Fair point, and noted on the listing now.',
] as const
