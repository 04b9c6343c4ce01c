/** The icons of the views after Connect. `Icon` loads this file when it needs one of them. */
export const viewIcons = {
  chevron: 'M9 6l6 6-6 6',
  copy: 'M11.5 8.5h5a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3h-5a3 3 0 0 1-3-3v-5a3 3 0 0 1 3-3zM15.5 8.5V7A2.5 2.5 0 0 0 13 4.5H7A2.5 2.5 0 0 0 4.5 7v6A2.5 2.5 0 0 0 7 15.5h1.5',
  down: 'M12 4v15M6 13l6 6 6-6',
  external: 'M14 5h5v5M19 5l-8 8M17 14v3.5a2 2 0 0 1-2 2H6.5a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2H10',
  globe:
    'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM3 12h18M12 3c3.5 4 3.5 14 0 18M12 3c-3.5 4-3.5 14 0 18',
  language:
    'M4 6.5h9M8.5 4.5v2c0 4-2 6.5-4.5 8M6 10c1 2.5 3 4 5.5 5M11.5 19.5l4-9.5 4 9.5M13 16.5h5',
  mail: 'M6.5 5.5h11a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-11a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3zM4 8l8 5.5L20 8',
  moon: 'M19.5 14.5A8 8 0 1 1 9.5 4.5a6.5 6.5 0 0 0 10 10z',
  plus: 'M12 5v14M5 12h14',
  power: 'M12 4v8M7.5 6.8a7.2 7.2 0 1 0 9 0',
  retry: 'M19 12a7 7 0 1 1-2.2-5.1M19 4v4h-4',
  scan: 'M4 9V6a2 2 0 0 1 2-2h3M15 4h3a2 2 0 0 1 2 2v3M20 15v3a2 2 0 0 1-2 2h-3M9 20H6a2 2 0 0 1-2-2v-3M8 12h8',
  search: 'M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0zM16 16l4 4',
  swap: 'M7 4v15M3.5 15.5L7 19l3.5-3.5M17 20V5M13.5 8.5L17 5l3.5 3.5',
  trash:
    'M5 7.5h14M9.5 7.5v-2a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2M7 7.5l.8 10.2a2 2 0 0 0 2 1.8h4.4a2 2 0 0 0 2-1.8L17 7.5',
  up: 'M5 19L19 5M9 5h10v10',
} as const
