import type { RulesText } from "./text";

const text: RulesText = {
  intro:
    "Relie les villes de tes tickets par tes propres routes, et gagne des points avec chaque route. Qui a le plus de points à la fin gagne.",
  sections: [
    {
      id: "start",
      title: "Avant le premier tour",
      body: [
        "Chacun reçoit quelques cartes et se voit proposer quelques tickets. Un ticket nomme deux villes et ce que vaut leur liaison. Choisis les tickets à garder ; le plateau dit combien au moins. Tout le monde choisit en même temps, et personne ne voit ce que gardent les autres.",
        "Cinq cartes sont visibles : le marché. Les autres forment la pioche.",
      ],
    },
    {
      id: "turn",
      title: "Ton tour",
      body: [
        "À ton tour, tu fais une seule de ces choses :",
        [
          "piocher deux cartes,",
          "prendre une route,",
          "piocher des tickets et en garder au moins un,",
          "construire une gare, si le plateau a des gares.",
        ],
        "Tu ne peux passer que si rien n’est possible.",
      ],
    },
    {
      id: "cards",
      title: "Piocher des cartes",
      body: [
        "Prends deux cartes l’une après l’autre, chacune au marché ou à l’aveugle dans la pioche. Une carte prise au marché est remplacée aussitôt.",
        "La locomotive remplace toute couleur. Prise visible au marché, elle est ta seule carte du tour, et elle ne peut jamais être la deuxième. Piochée à l’aveugle, c’est une carte comme une autre.",
        "Dès que trois des cinq cartes du marché sont des locomotives, les cinq sont défaussées et remplacées. Ta main n’a pas de limite.",
      ],
    },
    {
      id: "routes",
      title: "Prendre une route",
      body: [
        "Une route coûte autant de cartes de sa couleur qu’elle a de cases. Une route grise accepte n’importe quelle couleur, mais une seule. Les locomotives remplacent toute carte. La route n’a pas besoin de toucher les tiennes ; il te faut un wagon par case.",
        "Tu marques les points aussitôt :",
        { head: ["Cases", "1", "2", "3", "4", "5", "6", "8"], row: ["Points", "1", "2", "4", "7", "10", "15", "21"] },
        "Entre certaines villes, deux routes courent côte à côte. Personne ne peut avoir les deux, et à peu de joueurs (voir le tableau plus bas) une seule est ouverte.",
      ],
    },
    {
      id: "tickets",
      title: "Tickets",
      body: [
        "Un ticket est réussi quand tes propres routes relient ses deux villes, par n’importe quel chemin. À la fin, un ticket réussi rapporte ses points, un ticket manqué les fait perdre. Un ticket gardé ne se rend plus.",
        "Les tickets restent secrets jusqu’à la fin. Tout le monde voit combien tu en as.",
      ],
    },
    {
      id: "ferries",
      title: "Ferries",
      only: "Europe",
      body: [
        "Un ferry montre des locomotives sur certaines de ses cases. Au moins autant de tes cartes doivent être des locomotives ; les autres sont d’une seule couleur.",
      ],
    },
    {
      id: "tunnels",
      title: "Tunnels",
      only: "Europe",
      body: [
        "Pose les cartes pour le tunnel ; trois cartes de la pioche sont alors retournées. Pour chacune de la couleur posée, et pour chaque locomotive, tu paies une carte de plus : de cette couleur, ou une locomotive.",
        "Si tu n’as posé que des locomotives, seules les locomotives comptent. Si tu ne peux ou ne veux pas payer, tu reprends tes cartes et ton tour est fini.",
      ],
    },
    {
      id: "stations",
      title: "Gares",
      only: "Europe",
      body: [
        "Tu as trois gares. La première coûte une carte, la deuxième deux d’une même couleur, la troisième trois d’une même couleur. Une ville n’en accueille qu’une.",
        "À la fin, chaque gare te laisse utiliser une route d’un autre joueur qui arrive dans sa ville, pour tes tickets seulement. Le programme trouve les routes les meilleures pour toi. Chaque gare non construite vaut 4 points.",
      ],
    },
    {
      id: "places",
      title: "Attractions et quartiers",
      only: "New York, Londres",
      body: [
        "À New York, les wagons sont des taxis, et une attraction vaut un point à chaque joueur dont une route y arrive.",
        "À Londres, ce sont des bus. Qui relie entre eux tous les lieux d’un quartier gagne son numéro en points, de 1 à 5.",
      ],
    },
    {
      id: "end",
      title: "La fin",
      body: [
        "Dès qu’un joueur n’a plus que deux wagons ou moins, chacun joue encore un tour, lui en dernier. Puis on compte les points : routes, tickets, et ce que donne le plateau.",
        "Sur les deux grands plateaux, le plus long chemin continu de wagons vaut 10 points. Il peut repasser par une ville mais n’utilise aucun wagon deux fois ; en cas d’égalité, chacun reçoit les points.",
        "À égalité de points, on regarde les tickets réussis ; puis en Europe le moins de gares construites ; puis sur les grands plateaux le plus long chemin.",
      ],
    },
    {
      id: "other",
      title: "D’autres tickets",
      body: [
        "L’Amérique du Nord et l’Europe se jouent aussi avec d’autres tickets :",
        [
          "Amérique du Nord, première édition : les 30 tickets de la première boîte.",
          "Amérique du Nord, tickets de 1910 : 35 autres tickets ; qui en réussit le plus gagne 15 points, et le plus long chemin ne rapporte rien.",
          "Amérique du Nord, tous les tickets : les 69, distribués plus largement, et les deux bonus.",
          "Amérique du Nord, grandes villes : 35 tickets vers sept grandes villes, sans bonus.",
          "Europe, grandes villes : 45 tickets vers neuf grandes villes, aucun long.",
          "Europe, avec les tickets de 1912 : 19 tickets de plus.",
          "Europe, tous les tickets : les 101, dont douze longs.",
        ],
      ],
    },
    {
      id: "keys",
      title: "Jouer au clavier",
      body: [
        [
          "A : tout ce que tu peux faire maintenant, en liste",
          "1 à 5 : prendre cette carte du marché ; D : piocher ; T : piocher des tickets",
          "M : aller à la carte du plateau ; les flèches s’y déplacent, N va à la prochaine route que tu peux prendre, Entrée choisit",
          "H : demander conseil ; U : reprendre un coup, si la table le permet",
          "Échap : retour",
        ],
      ],
    },
  ],
  glance: {
    head: ["", "Amérique du Nord", "Europe", "New York", "Londres"],
    rows: [
      ["Joueurs", "2–5", "2–5", "2–4", "2–4"],
      ["Pièces par joueur", "45 wagons", "45 wagons, 3 gares", "15 taxis", "17 bus"],
      ["Première main", "4 cartes", "4 cartes", "2 cartes", "2 cartes"],
      ["Tickets au début", "3, en garder 2", "1 long et 3, en garder 2", "2, en garder 1", "2, en garder 1"],
      ["Tickets dans un tour", "3, en garder 1", "3, en garder 1", "2, en garder 1", "2, en garder 1"],
      ["Un seul côté d’une route double", "à 2 ou 3 joueurs", "à 2 ou 3 joueurs", "à 2 joueurs", "à 2 joueurs"],
      ["Plus long chemin", "10 points", "10 points", "–", "–"],
      ["En plus", "–", "4 points par gare gardée", "1 point par attraction", "1 à 5 points par quartier"],
    ],
  },
};
export default text;
