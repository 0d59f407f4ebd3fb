import type { Deps } from '../deps'
import { sendPurchaseCommand } from '../made-to-order/purchases/purchase-payments'
import type { CommandSenders } from '../money/payment-commands'
import { sendBookingCommand } from '../rentals/bookings/booking-payments'

/** The nouns' ways of sending their commands, for `Deps`; `deps` is asked for when a command is sent. */
export function commandSenders(deps: () => Deps): CommandSenders {
  return {
    booking: (command) => sendBookingCommand(deps(), command),
    purchase: (command) => sendPurchaseCommand(deps(), command),
  }
}
