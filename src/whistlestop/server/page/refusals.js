// Codes of refusals, goodbyes and advice in English; a code without words is shown as it is.

const REFUSALS = {
  // At a table
  stale: "The game has moved on.", wrong_time: "Not at this stage of the game.", too_late: "Too late to take that back.",
  not_allowed: "That is not allowed at this table.", not_host: "Only the host may do that.",
  not_your_seat: "That is not your seat.", no_such_seat: "There is no such seat.", seat_taken: "This seat is taken.",
  already_seated: "You have a seat already.", not_invited: "The link to this table lacks its invitation.",
  colour_taken: "Somebody has that colour.",
  bad_players: "That is not a number of players for this board.", bad_name: "Please choose another name.",
  bad_text: "There is nothing to read in that.", bad_token: "This token is no longer good.",
  unknown_bot: "There is no such bot.", unknown_level: "There is no such level.", bad_bot: "There is no such bot.",
  bad_parameter: "That bot cannot be set so.", bad_value: "That bot cannot be set so.",
  unknown_parameter: "That bot cannot be set so.", no_such_board: "There is no such board.",
  // In the game
  game_over: "The game is over.", already_answered: "You have chosen already.", not_your_turn: "It is not your turn.",
  wrong_phase: "Something else must be decided first.", not_enough_cards: "You do not hold enough of these cards.",
  no_such_offer: "That ticket was not offered.", too_few_tickets: "You have to keep more tickets.",
  pile_empty: "No card is left to draw.", locomotive_second: "A face-up locomotive cannot be the second card.",
  not_face_up: "That card does not lie face up.", route_taken: "This route has been claimed.",
  other_side_yours: "The other side of this route is yours.", other_side_closed: "This side is closed in this game.",
  not_enough_trains: "You do not have enough trains.", no_tickets_left: "No tickets are left.",
  no_station_left: "You have built all your stations.", station_taken: "There is a station already.",
  no_stations: "There are no stations on this board.", wrong_number_of_cards: "That is not the right number of cards.",
  wrong_colour: "That colour does not fit.", which_side: "Which side of the double route?",
  ferry_needs_locomotives: "The ferry takes more locomotives.", must_act: "You can still do something.",
  illegal: "That is not allowed now.", bad_notation: "That is not an action.", unknown_code: "That is not an action.",
  unknown_card: "There is no such card.", unknown_city: "There is no such city.", unknown_route: "There is no such route.",
  chance_disagrees: "That cannot have happened.",
  // Of the server
  no_such_table: "There is no such table.", no_such_ply: "The game has no such ply.",
  no_such_path: "There is nothing here.", no_such_method: "There is nothing here.", not_finished: "The game is not over yet.",
  store_unavailable: "The server cannot store anything just now. Nothing was done.", busy: "Too busy; please try again.",
  defect: "Something went wrong on the server.", restarting: "The server is being restarted.",
  server_full: "The server is full.", too_many_sockets: "Too many windows are open.", too_fast: "That was too fast.",
  too_slow: "The connection was too slow.", too_long: "That was too long.", bad_cookie: "Please load the page again.",
  bad_origin: "This page may not do that.", guests_only: "A program cannot do that.", bad_message: "That was not understood.",
  bad_request: "That was not understood.", bad_query: "That was not understood.", not_text: "That was not understood.",
  board_changed: "The board of this game has changed since.",
  no_hello: "The server did not hear from this page.", wrong_protocol: "The server is newer: please load the page again.",
  unreachable: "The server cannot be reached.",
};

/** Why something was refused. */
export const refusal = (problem) => REFUSALS[problem.code] || problem.code || String(problem);

const REASONS = {
  only_action: "nothing else can be done", keep_tickets: "these tickets go together", build_for_plan: "a ticket needs it",
  claim_for_plan: "your tickets need this route", claim_for_points: "for its points", draw_for_plan: "cards for your tickets",
  draw_for_points: "cards for long routes", draw_tickets: "more tickets may pay", pay_tunnel: "worth the extra cards",
  decline_tunnel: "too dear", last_turn: "the last chance", points_now: "points at once",
};

/** Why an action is advised. */
export const reason = (code) => REASONS[code] || code;
