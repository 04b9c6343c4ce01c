/** What the frame's files are served with. */

/** What the frame uses of the browser's features: passkeys, and the clipboard for a code. */
const features = [
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
  'clipboard-write=(self)',
  ...['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi'].map(
    name => `${name}=()`,
  ),
]

/**
 * @param {import('./build-frame.mjs').FrameBuild} configuration
 * @returns {Readonly<Record<string, string>>}
 */
export function frameHeaders({ origins, networks = [] }) {
  const nodes = networks.flatMap(network =>
    'rpcUrls' in network && Array.isArray(network.rpcUrls)
      ? network.rpcUrls.map(url => new URL(String(url)).origin)
      : [],
  )
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      ["connect-src 'self'", ...new Set(nodes)].join(' '),
      "worker-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      ['frame-ancestors', ...(origins.length > 0 ? origins : ["'none'"])].join(' '),
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ].join('; '),
    'origin-agent-cluster': '?1',
    'permissions-policy': features.join(', '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  }
}
