/* An example bot in C, without dependencies: it joins the cities of its tickets by the ways that
 * take the fewest trains, and draws more tickets when it is done early. It reads lines of JSON and
 * writes actions, as docs/bots.md describes. Build it, then let it play:
 *
 *     cc -O2 -std=c11 -o signalman examples/bots/signalman.c
 *     whistlestop simulate ./signalman greedy
 *
 * json.h beside it reads the JSON. Start a bot of your own by changing `value_of`.
 */

#include "json.h"

/* The board: what a hello says of it, with cities and routes by number. */

typedef struct {
    const char *id, *colour;
    int a, b, length, points, twin; /* -1 without a twin */
} Route;

typedef struct {
    Json *hello;
    const Json *tickets;
    const char **actions; /* the texts of all actions, by their numbers */
    Route *routes;
    int cities, count, action_count, single_track_players;
} Board;

static int place_of(const Json *list, const char *id) {
    int place = 0;
    for (const Json *one = list->first; one != NULL; one = one->next, place++)
        if (same(field(one, "id"), id)) return place;
    return -1;
}

static int route_of(const Board *board, const char *id) {
    for (int i = 0; i < board->count; i++)
        if (strcmp(board->routes[i].id, id) == 0) return i;
    return -1;
}

static const Json *ticket_of(const Board *board, const Json *id) {
    return item(board->tickets, place_of(board->tickets, text_of(id)));
}

static void take_hello(Board *board, Json *message) {
    drop(board->hello);
    free(board->routes);
    free(board->actions);
    board->hello = message;
    const Json *facts = field(field(message, "hello"), "board");
    const Json *cities = field(facts, "cities"), *routes = field(facts, "routes");
    board->tickets = field(facts, "tickets");
    board->cities = length_of(cities);
    const Json *actions = field(facts, "actions");
    board->action_count = length_of(actions);
    board->actions = need(calloc((size_t)board->action_count + 1, sizeof(char *)));
    int n = 0;
    for (const Json *one = actions->first; one != NULL; one = one->next)
        board->actions[n++] = text_of(one);
    board->count = length_of(routes);
    board->single_track_players = whole(field(field(facts, "rules"), "single_track_players"));
    board->routes = need(calloc((size_t)board->count + 1, sizeof(Route)));
    int i = 0;
    for (const Json *one = routes->first; one != NULL; one = one->next, i++) {
        Route *route = &board->routes[i];
        route->id = text_of(field(one, "id"));
        route->colour = text_of(field(one, "colour"));
        route->a = place_of(cities, text_of(field(one, "a")));
        route->b = place_of(cities, text_of(field(one, "b")));
        route->length = whole(field(one, "length"));
        route->points = whole(field(one, "points"));
        route->twin = place_of(routes, text_of(field(one, "twin")));
        if (route->a < 0 || route->b < 0) fail("a route leads nowhere");
    }
}

/* The plan: which routes are still to be claimed for some tickets. */

enum { CLOSED = 10000 };

typedef struct {
    const Board *board;
    int *price;   /* of each route in trains: nothing for own ones, CLOSED for those of others */
    bool *wanted; /* whether a route is to be claimed */
    int trains;   /* of all that is wanted */
} Plan;

static int price_of(const Board *board, const Json *view, int i) {
    const Json *owners = field(view, "owners"), *own = field(owners, board->routes[i].id);
    int seat = whole(field(view, "seat")), twin = board->routes[i].twin;
    if (own->kind == NUMBER) return whole(own) == seat ? 0 : CLOSED;
    const Json *other = twin < 0 ? field(owners, "") : field(owners, board->routes[twin].id);
    bool few = length_of(field(view, "players")) <= board->single_track_players;
    if (other->kind == NUMBER && (few || whole(other) == seat)) return CLOSED;
    return board->routes[i].length;
}

static Plan new_plan(const Board *board, const Json *view) {
    Plan plan = {.board = board};
    plan.price = need(calloc((size_t)board->count + 1, sizeof(int)));
    plan.wanted = need(calloc((size_t)board->count + 1, sizeof(bool)));
    for (int i = 0; i < board->count; i++) plan.price[i] = price_of(board, view, i);
    return plan;
}

static void drop_plan(Plan *plan) {
    free(plan->price);
    free(plan->wanted);
}

/* Try every route until no city comes nearer: boards are small. */
static void find_ways(const Plan *plan, int start, int *far, int *by) {
    const Board *board = plan->board;
    for (int i = 0; i < board->cities; i++) far[i] = CLOSED, by[i] = -1;
    far[start] = 0;
    for (bool nearer = true; nearer;) {
        nearer = false;
        for (int i = 0; i < board->count; i++) {
            const Route *route = &board->routes[i];
            for (int back = 0; back < 2; back++) {
                int from = back ? route->b : route->a, to = back ? route->a : route->b;
                if (far[from] + plan->price[i] >= far[to]) continue;
                far[to] = far[from] + plan->price[i];
                by[to] = i;
                nearer = true;
            }
        }
    }
}

/* Want what is missing between the cities of a ticket; from then on it costs nothing more. */
static void want(Plan *plan, const Json *ticket) {
    const Board *board = plan->board;
    const Json *cities = field(field(field(board->hello, "hello"), "board"), "cities");
    int a = place_of(cities, text_of(field(ticket, "a")));
    int b = place_of(cities, text_of(field(ticket, "b")));
    if (a < 0 || b < 0) return;
    int *far = need(calloc(2 * (size_t)board->cities, sizeof(int))), *by = far + board->cities;
    find_ways(plan, a, far, by);
    for (int city = b; far[b] < CLOSED && city != a;) {
        const Route *route = &board->routes[by[city]];
        if (plan->price[by[city]] > 0) plan->wanted[by[city]] = true;
        plan->trains += plan->price[by[city]];
        plan->price[by[city]] = 0;
        city = route->a == city ? route->b : route->a;
    }
    free(far);
}

static Plan plan_for(const Board *board, const Json *view) {
    Plan plan = new_plan(board, view);
    for (const Json *one = field(view, "tickets")->first; one != NULL; one = one->next)
        want(&plan, ticket_of(board, one));
    return plan;
}

/* Choosing: every legal action gets a value, and the best one is written. */

static bool is_verb(const char *action, const char *verb) {
    size_t length = strlen(verb);
    return strncmp(action, verb, length) == 0 && (action[length] == ' ' || action[length] == '\0');
}

static int locomotives(const char *action) {
    const char *last = strstr(action, " locomotive");
    while (last != NULL && last > action && last[-1] != ' ') last--;
    return last == NULL ? 0 : atoi(last);
}

static int own_trains(const Json *view) {
    return whole(field(item(field(view, "players"), whole(field(view, "seat"))), "trains"));
}

/* Points, as long as there are trains for all tickets together. */
static double worth_keeping(const Board *board, const Json *view, const char *action) {
    Plan plan = plan_for(board, view);
    double points = 0, left = 0.7 * own_trains(view);
    for (const char *at = strchr(action, ' '); at != NULL; at = strchr(at + 1, ' ')) {
        const Json *ticket = ticket_of(board, item(field(view, "offer"), atoi(at) - 1));
        points += field(ticket, "points")->number;
        want(&plan, ticket);
    }
    double over = plan.trains > left ? plan.trains - left : 0;
    drop_plan(&plan);
    return 1000 + points - 3 * over;
}

static double worth_claiming(const Plan *plan, bool done, const char *action) {
    char id[200] = "";
    sscanf(action, "claim %199s", id);
    int i = route_of(plan->board, id);
    if (i < 0) return 0;
    const Route *route = &plan->board->routes[i];
    if (plan->wanted[i]) return 500 + route->length - 10 * locomotives(action);
    return (done ? 200 : 1) + route->points - locomotives(action);
}

/* A colour is worth the cards that wanted routes of it still miss; gray ones take what is held. */
static double worth_drawing(const Plan *plan, const Json *view, const char *card) {
    if (strcmp(card, "deck") == 0) return 100.5;
    double held = field(field(view, "hand"), card)->number, need_of_it = 0;
    bool any = plan->trains == 0;
    for (int i = 0; i < plan->board->count; i++) {
        const Route *route = &plan->board->routes[i];
        if (!plan->wanted[i]) continue;
        any = any || strcmp(route->colour, "gray") == 0;
        if (strcmp(route->colour, card) == 0 && route->length > held)
            need_of_it += route->length - held;
    }
    return 100 + need_of_it + (any ? held / 4 : 0);
}

static double value_of(const Plan *plan, const Json *view, const char *action) {
    bool done = plan->trains == 0;
    if (is_verb(action, "keep")) return worth_keeping(plan->board, view, action);
    if (is_verb(action, "pay")) return 900 - locomotives(action);
    if (is_verb(action, "claim")) return worth_claiming(plan, done, action);
    if (is_verb(action, "draw")) return worth_drawing(plan, view, action + strlen("draw "));
    if (is_verb(action, "tickets")) return done && own_trains(view) > 20 ? 400 : 0;
    return 0.5; /* a station, a tunnel that is too dear, a pass */
}

static const char *choose(const Board *board, const Json *view) {
    Plan plan = plan_for(board, view);
    const char *best = "pass";
    double most = -1e9;
    for (const Json *one = field(view, "legal")->first; one != NULL; one = one->next) {
        int number = whole(one);
        if (number < 0 || number >= board->action_count) fail("an action has no text");
        double value = value_of(&plan, view, board->actions[number]);
        if (value > most) most = value, best = board->actions[number];
    }
    drop_plan(&plan);
    return best;
}

int main(void) {
    Board board = {0};
    for (char *line; (line = read_line()) != NULL;) {
        Json *message = read_json(line);
        const Json *view = field(message, "view");
        free(line);
        if (field(message, "hello")->kind == OBJECT) {
            take_hello(&board, message);
            continue;
        }
        bool goes_on = view->kind == OBJECT;
        if (goes_on && board.hello == NULL) fail("a view came before the hello");
        if (goes_on) puts(choose(&board, view));
        fflush(stdout);
        drop(message);
        if (!goes_on) break; /* bye */
    }
    drop(board.hello);
    free(board.routes);
    free(board.actions);
    return 0;
}
