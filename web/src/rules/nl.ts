import type { RulesText } from "./text";

const text: RulesText = {
  intro:
    "Verbind de steden op je tickets met eigen routes, en verdien onderweg punten met elke route. Wie aan het eind de meeste punten heeft, wint.",
  sections: [
    {
      id: "start",
      title: "Voor de eerste beurt",
      body: [
        "Iedereen krijgt een paar kaarten en mag tickets kiezen. Een ticket noemt twee steden en zegt wat hun verbinding waard is. Kies welke tickets je houdt; het bord zegt hoeveel minstens. Iedereen kiest tegelijk, en niemand ziet wat de anderen houden.",
        "Vijf kaarten liggen open: de markt. De rest is de trekstapel.",
      ],
    },
    {
      id: "turn",
      title: "Je beurt",
      body: [
        "In je beurt doe je precies één van deze dingen:",
        [
          "twee kaarten trekken,",
          "één route claimen,",
          "tickets trekken en er minstens één van houden,",
          "een station bouwen, als het bord stations heeft.",
        ],
        "Passen mag alleen als er helemaal niets mogelijk is.",
      ],
    },
    {
      id: "cards",
      title: "Kaarten trekken",
      body: [
        "Neem na elkaar twee kaarten, elk uit de markt of blind van de trekstapel. Een kaart uit de markt wordt meteen aangevuld.",
        "De locomotief telt als elke kleur. Neem je hem open uit de markt, dan is dat je enige kaart, en je tweede kaart kan het nooit zijn. Blind getrokken is hij een kaart als elke andere.",
        "Zodra drie van de vijf kaarten in de markt locomotieven zijn, gaan alle vijf op de aflegstapel en komen er vijf nieuwe. Je mag zoveel kaarten in je hand hebben als je wilt.",
      ],
    },
    {
      id: "routes",
      title: "Een route claimen",
      body: [
        "Een route kost zoveel kaarten van haar kleur als ze vakken heeft. Een grijze route neemt elke kleur, maar slechts één. Locomotieven vervangen elke kaart. De route hoeft niet aan je andere te grenzen; voor elk vak heb je een trein nodig.",
        "De punten krijg je meteen:",
        { head: ["Vakken", "1", "2", "3", "4", "5", "6", "8"], row: ["Punten", "1", "2", "4", "7", "10", "15", "21"] },
        "Tussen sommige steden liggen twee routes naast elkaar. Niemand mag ze allebei hebben, en met weinig spelers (zie de tabel hieronder) is maar één van de twee open.",
      ],
    },
    {
      id: "tickets",
      title: "Tickets",
      body: [
        "Een ticket is gehaald als je eigen routes de twee steden verbinden, hoe dan ook. Aan het eind levert een gehaald ticket zijn punten op en kost een niet gehaald ticket ze. Een ticket dat je hebt gehouden, kun je niet meer teruggeven.",
        "Tickets blijven tot het eind geheim. Hoeveel je er hebt, ziet iedereen.",
      ],
    },
    {
      id: "ferries",
      title: "Veerboten",
      only: "Europa",
      body: [
        "Op een veerboot staan bij sommige vakken locomotieven. Minstens zoveel van je kaarten moeten locomotieven zijn; de andere hebben één kleur.",
      ],
    },
    {
      id: "tunnels",
      title: "Tunnels",
      only: "Europa",
      body: [
        "Leg de kaarten voor de tunnel neer; dan worden drie kaarten van de trekstapel omgedraaid. Voor elke kaart in de kleur die je hebt neergelegd en voor elke locomotief betaal je er een bij: een kaart van die kleur of een locomotief.",
        "Heb je alleen locomotieven neergelegd, dan tellen alleen locomotieven. Kun of wil je niet betalen, dan neem je je kaarten terug en is je beurt voorbij.",
      ],
    },
    {
      id: "stations",
      title: "Stations",
      only: "Europa",
      body: [
        "Je hebt drie stations. Het eerste kost één kaart, het tweede twee van één kleur, het derde drie van één kleur. In een stad past er één.",
        "Aan het eind laat elk station je één route van een ander gebruiken die in die stad eindigt, alleen voor je tickets. Het programma zoekt de routes die voor jou het beste zijn. Elk station dat je niet bouwde, is 4 punten waard.",
      ],
    },
    {
      id: "places",
      title: "Bezienswaardigheden en wijken",
      only: "New York, Londen",
      body: [
        "In New York zijn de treinen taxi's, en een bezienswaardigheid is een punt waard voor iedereen die daar een route heeft.",
        "In Londen zijn het bussen. Wie alle plaatsen van een wijk met elkaar verbindt, krijgt het nummer van die wijk aan punten, 1 tot 5.",
      ],
    },
    {
      id: "end",
      title: "Het einde",
      body: [
        "Zodra iemand nog twee treinen of minder heeft, krijgt iedereen nog één beurt, die speler als laatste. Dan worden de punten geteld: routes, tickets en wat het bord verder geeft.",
        "Op de twee grote borden is het langste aaneengesloten traject van treinen 10 punten waard. Het mag vaker door een stad gaan, maar gebruikt geen trein tweemaal; bij een gelijke lengte krijgt ieder de punten.",
        "Bij gelijke punten wint wie meer tickets heeft gehaald; dan in Europa wie minder stations bouwde; dan op de grote borden wie het langste traject heeft.",
      ],
    },
    {
      id: "other",
      title: "Andere tickets",
      body: [
        "Noord-Amerika en Europa kun je met andere tickets spelen:",
        [
          "Noord-Amerika, eerste uitgave: de 30 tickets uit de eerste doos.",
          "Noord-Amerika, tickets van 1910: 35 andere tickets; wie er de meeste haalt, krijgt 15 punten, en het langste traject levert niets op.",
          "Noord-Amerika, alle tickets: alle 69, er worden er meer gedeeld, en beide bonussen.",
          "Noord-Amerika, grote steden: 35 tickets naar zeven grote steden, zonder bonus.",
          "Europa, grote steden: 45 tickets naar negen grote steden, geen lange.",
          "Europa, met tickets van 1912: 19 tickets erbij.",
          "Europa, alle tickets: alle 101, waarvan twaalf lange.",
        ],
      ],
    },
    {
      id: "keys",
      title: "Spelen met het toetsenbord",
      body: [
        [
          "A: alles wat je nu kunt doen, als lijst",
          "1 tot 5: deze kaart uit de markt nemen; D: van de trekstapel trekken; T: tickets trekken",
          "M: naar de kaart van het bord; daar bewegen de pijltjestoetsen, gaat N naar de volgende route die je kunt claimen en kiest Enter",
          "H: om een hint vragen; U: terugnemen, als de tafel dat toestaat",
          "Escape: terug",
        ],
      ],
    },
  ],
  glance: {
    head: ["", "Noord-Amerika", "Europa", "New York", "Londen"],
    rows: [
      ["Spelers", "2–5", "2–5", "2–4", "2–4"],
      ["Stukken per speler", "45 treinen", "45 treinen, 3 stations", "15 taxi's", "17 bussen"],
      ["Eerste hand", "4 kaarten", "4 kaarten", "2 kaarten", "2 kaarten"],
      ["Tickets aan het begin", "3, houd er 2", "1 lang en 3, houd er 2", "2, houd er 1", "2, houd er 1"],
      ["Tickets in een beurt", "3, houd er 1", "3, houd er 1", "2, houd er 1", "2, houd er 1"],
      ["Eén kant van een dubbele route", "met 2 of 3 spelers", "met 2 of 3 spelers", "met 2 spelers", "met 2 spelers"],
      ["Langste traject", "10 punten", "10 punten", "–", "–"],
      ["Verder", "–", "4 punten per bewaard station", "1 punt per bezienswaardigheid", "1 tot 5 punten per wijk"],
    ],
  },
};
export default text;
