/** What a confirmation says inside a frame. */
export const framedEn = {
  'ui.framedBy': 'This page is shown inside {origin}. Continue only if you trust that website.',
  'ui.framedByUnknown': 'This page is shown inside another website. Continue only if you trust that website.',
} as const
