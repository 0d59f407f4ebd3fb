/** The database of what belongs to the device rather than to an account. */
export const DEVICE_DB = 'trestle-device'
