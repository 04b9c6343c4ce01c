export const avatarStyles = `
.p-picture-avatar{background:conic-gradient(from calc(var(--hue)*3deg),oklch(.75 .15 var(--hue)),oklch(.83 .12 calc(var(--hue) + 60)),oklch(.62 .17 calc(var(--hue) - 50)),oklch(.75 .15 var(--hue)))}
`
