// Codes of refusals, of goodbyes and of advice in English words.
