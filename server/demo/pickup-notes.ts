import type { RentalCategory } from '#schema/category'

/** Owners' notes to a renter once they have agreed; many write none. */
const pickupNotes: Record<RentalCategory, string[]> = {
  tableware: [
    'The crates stand inside the gate, on the left. Ring twice and I come down to count with you.',
    'Buzzer 3R. Bring a blanket for the back seat; glasses do not like potholes.',
    'Please come with a bag that closes. I am home until nine in the evening.',
  ],
  decorations: [
    'It all fits into two flat boxes. The doorman knows; say that you come for the party boxes.',
    'Text me from the corner and I bring it to the curb, so you need not park.',
    'Second door after the laundromat, up one flight. Mind the cat.',
  ],
  furniture: [
    'Come with two people and something longer than a sedan. The side gate is wider than the door.',
    'There is a loading zone in front until ten in the morning. I lend you the dolly.',
    'The freight elevator wants a key; call me when you are at the back entrance.',
  ],
  lighting: [
    'I show you the dimmer before you leave. Spare bulbs are in the lid of the case.',
    'Basement entrance under the stoop. The case is heavy, so bend your knees.',
    'Ring the bell marked Workshop. Please bring the straps back, too.',
  ],
  linens: [
    'They hang pressed on hangers; a car with a hook helps. Third floor, no elevator.',
    'Pick up after four, when the iron is cold. The bag they come in goes back with them.',
    'Leave your shoes at the door, please; the cloths are folded on the floor of the hall.',
  ],
  serving: [
    'Back door by the kitchen. If nobody answers, I am at the stove: knock louder.',
    'The lids are packed apart. Count eight clips before you drive off.',
    'Ground floor, ring at the shop. Park on the even side before eleven.',
  ],
}

/** Every third listing has a note, each category's in turn. */
export function pickupNoteOf(category: RentalCategory, index: number): string | null {
  if (index % 3 !== 0) return null
  const notes = pickupNotes[category]
  return notes[(index / 3) % notes.length] ?? null
}
