/** Why a write could not be kept: the disk is full or closed. */
export const NO_ROOM = 'There may be no room on this device.'
export const NO_ROOM_TYPED = `${NO_ROOM} What you typed is still here.`
export const NO_ROOM_DRAFT = `${NO_ROOM} Your draft is still here.`
