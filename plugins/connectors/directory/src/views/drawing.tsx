/**
 * Illustrations of what a wallet is for, as lines on a tile in the accent's tint. Paths under
 * `fill` are filled, the others are stroked.
 */
const drawings = {
  // A key in front of windows.
  login: {
    fill: 'M10 14a4 4 0 0 1 4-4h20a4 4 0 0 1 4 4v3H10z',
    lines:
      'M10 17h28M38 24V14a4 4 0 0 0-4-4H14a4 4 0 0 0-4 4v17a4 4 0 0 0 4 4h8M14.5 13.5v.01M18.5 13.5v.01M33 37.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM38.5 32H46v4M42.5 32v2.5',
  },
  // Coins in a pile, and one beside it.
  assets: {
    fill: 'M20 12c6 0 10-1.300 10-3.500S26 5 20 5s-10 1.300-10 3.500S14 12 20 12zM36 44a8 8 0 1 0 0-16 8 8 0 0 0 0 16z',
    lines:
      'M20 16c6 0 10-1.600 10-4s-4-4-10-4-10 1.600-10 4 4 4 10 4zM30 12v7c0 2.400-4 4-10 4s-10-1.600-10-4v-7M10 19v8c0 2.400 4 4 10 4 2 0 3.800-.2 5.300-.5M10 27v8c0 2.400 4 4 10 4 1.500 0 3-.1 4.200-.3M36 44a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM36 32.500l3 3.500-3 3.500-3-3.500z',
  },
  // A shield with a keyhole.
  keys: {
    fill: 'M26 7l14 5v11c0 9-5.500 15-14 19z',
    lines:
      'M26 7l14 5v11c0 9-5.500 15-14 19-8.500-4-14-10-14-19V12zM26 26.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM26 26.500V32',
  },
} as const

/** Decorative: the text beside it has the meaning. */
export function Drawing({ of }: { readonly of: keyof typeof drawings }) {
  const { fill, lines } = drawings[of]
  return (
    <svg
      className="p-drawing"
      width={56}
      height={56}
      viewBox="-2 -2 56 56"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={fill} fill="currentColor" stroke="none" opacity={0.22} />
      <path d={lines} strokeWidth={2} />
    </svg>
  )
}
