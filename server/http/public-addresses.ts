import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const notPublic = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4')
// Ways into IPv4 and what is written about, within the public part of IPv6.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6')

const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')

/** Is this the address of a machine that anybody may talk to? */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  return family === 6 && publicIpv6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

/** An https address on the usual port of a name that may lead to the public internet; `lookUpPublic` judges where it leads. */
export function isPublicHttps(address: string): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return false
  const { protocol, hostname, port } = url
  const isName = hostname.includes('.') && !hostname.startsWith('[') && isIP(hostname) === 0
  return (
    protocol === 'https:' && port === '' && isName && !/\.(local|localhost|internal|lan|home\.arpa)\.?$/.test(hostname)
  )
}

/** Http on this machine, for tests. */
export function isLoopbackAddress(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'http:' && url.hostname === '127.0.0.1' && !url.username && !url.password
}

/** Resolves names as usual and refuses those that lead to machines of our own: looked at where the connection is made, so that nothing can change in between. */
export const lookUpPublic: LookupFunction = (hostname, _options, callback) => {
  resolve(hostname, { all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const isSafe = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))
    return isSafe ? callback(null, addresses) : callback(new NotPublic(), [])
  })
}

/** A name that leads to a machine which is not on the public internet. */
export class NotPublic extends Error {
  override message = 'The address of this name is not a public one'
}
