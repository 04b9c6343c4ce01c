export const pictureStyles = `
.p-picture{display:grid;place-items:center;flex:none;overflow:hidden;width:var(--size);height:var(--size);border-radius:calc(var(--size)*.29);background:oklch(.53 .13 var(--hue));color:#fff;font-weight:600;font-size:calc(var(--size)*.4);user-select:none;forced-color-adjust:none}
.p-picture-round,.p-picture-avatar{border-radius:50%}
.p-picture[data-initial]::before{content:attr(data-initial)}
.p-picture img{width:inherit;height:inherit;object-fit:cover}
`
