S I am writing you because I have lost my suitcase in your airport the last Tuesday.
A 3 3|||Preposition|||to|||REQUIRED|||-NONE-|||0
A 6 7|||Verb||||||REQUIRED|||-NONE-|||0
A 10 11|||Preposition|||at|||REQUIRED|||-NONE-|||0
A 13 14|||Article||||||REQUIRED|||-NONE-|||0
A 3 3|||Preposition|||to|||REQUIRED|||-NONE-|||1
A 6 7|||Verb||||||REQUIRED|||-NONE-|||1
A 10 11|||Preposition|||at|||REQUIRED|||-NONE-|||1
A 13 14|||Article||||||REQUIRED|||-NONE-|||1

S I flew of Madrid to Dublin with two baggages and only one arrive.
A 2 3|||Preposition|||from|||REQUIRED|||-NONE-|||0
A 8 9|||Noun|||bags|||REQUIRED|||-NONE-|||0
A 12 13|||Verb|||arrived.|||REQUIRED|||-NONE-|||0
A 2 3|||Preposition|||from|||REQUIRED|||-NONE-|||1
A 8 9|||Noun|||suitcases|||REQUIRED|||-NONE-|||1
A 12 13|||Verb|||arrived.|||REQUIRED|||-NONE-|||1

S It is a suitcase big and green with a yelow ribbon in the handle.
A 3 3|||WordOrder|||big green|||REQUIRED|||-NONE-|||0
A 4 7|||WordOrder||||||REQUIRED|||-NONE-|||0
A 9 10|||Spelling|||yellow|||REQUIRED|||-NONE-|||0
A 11 12|||Preposition|||on|||REQUIRED|||-NONE-|||0
A 3 3|||WordOrder|||big, green|||REQUIRED|||-NONE-|||1
A 4 7|||WordOrder||||||REQUIRED|||-NONE-|||1
A 9 10|||Spelling|||yellow|||REQUIRED|||-NONE-|||1
A 11 12|||Preposition|||around|||REQUIRED|||-NONE-|||1

S It has two small wheels, and one of them makes a funny noise.
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S I waited during two hours near the belt number six, but nobody could to tell me where was my suitcase.
A 2 3|||Preposition|||for|||REQUIRED|||-NONE-|||0
A 6 7|||Article||||||REQUIRED|||-NONE-|||0
A 13 14|||Verb||||||REQUIRED|||-NONE-|||0
A 17 18|||WordOrder||||||REQUIRED|||-NONE-|||0
A 19 20|||WordOrder|||suitcase was.|||REQUIRED|||-NONE-|||0
A 2 3|||Preposition|||for|||REQUIRED|||-NONE-|||1
A 6 7|||Article||||||REQUIRED|||-NONE-|||1
A 13 14|||Verb||||||REQUIRED|||-NONE-|||1
A 17 18|||WordOrder||||||REQUIRED|||-NONE-|||1
A 19 20|||WordOrder|||suitcase was.|||REQUIRED|||-NONE-|||1

S The woman of the desk has given me a form and said me that somebody would call the next day.
A 2 3|||Preposition|||at|||REQUIRED|||-NONE-|||0
A 5 7|||Verb|||gave|||REQUIRED|||-NONE-|||0
A 11 12|||WordChoice|||told|||REQUIRED|||-NONE-|||0
A 2 3|||Preposition|||at|||REQUIRED|||-NONE-|||1
A 5 7|||Verb|||gave|||REQUIRED|||-NONE-|||1
A 11 12|||WordChoice|||told|||REQUIRED|||-NONE-|||1

S Nobody has called yet.
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Inside there is all my winter cloths, my boots and present to my sister.
A 2 3|||Agreement|||are|||REQUIRED|||-NONE-|||0
A 6 7|||WordChoice|||clothes,|||REQUIRED|||-NONE-|||0
A 10 10|||Article|||a|||REQUIRED|||-NONE-|||0
A 11 12|||Preposition|||for|||REQUIRED|||-NONE-|||0
A 2 3|||Agreement|||are|||REQUIRED|||-NONE-|||1
A 6 7|||WordChoice|||clothes,|||REQUIRED|||-NONE-|||1
A 10 10|||Article|||a|||REQUIRED|||-NONE-|||1
A 11 12|||Preposition|||for|||REQUIRED|||-NONE-|||1

S Until I get them back I am wearing the clothe of my cousin.
A 9 10|||Noun|||clothes|||REQUIRED|||-NONE-|||0
A 9 10|||Noun|||clothes|||REQUIRED|||-NONE-|||1

S The present is not expensif, but I made it with my own hands and took me three month.
A 4 5|||Spelling|||expensive,|||REQUIRED|||-NONE-|||0
A 14 14|||Missing|||it|||REQUIRED|||-NONE-|||0
A 17 18|||Noun|||months.|||REQUIRED|||-NONE-|||0
A 4 5|||Spelling|||expensive,|||REQUIRED|||-NONE-|||1
A 14 14|||Missing|||it|||REQUIRED|||-NONE-|||1
A 17 18|||Noun|||months.|||REQUIRED|||-NONE-|||1

S My sister birthday is in Saturday, so you can imagine how is important for me.
A 1 2|||Noun|||sister's|||REQUIRED|||-NONE-|||0
A 4 5|||Preposition|||on|||REQUIRED|||-NONE-|||0
A 11 11|||WordOrder|||important it|||REQUIRED|||-NONE-|||0
A 12 13|||WordOrder||||||REQUIRED|||-NONE-|||0
A 1 2|||Noun|||sister's|||REQUIRED|||-NONE-|||1
A 4 5|||Preposition|||on|||REQUIRED|||-NONE-|||1
A 11 11|||WordOrder|||important this|||REQUIRED|||-NONE-|||1
A 12 13|||WordOrder||||||REQUIRED|||-NONE-|||1

S I call your office four times this week, the line is always occupied.
A 1 2|||Verb|||have called|||REQUIRED|||-NONE-|||0
A 8 8|||Comma|||but|||REQUIRED|||-NONE-|||0
A 12 13|||WordChoice|||busy.|||REQUIRED|||-NONE-|||0
A 1 2|||Verb|||called|||REQUIRED|||-NONE-|||1
A 8 8|||Comma|||and|||REQUIRED|||-NONE-|||1
A 12 13|||WordChoice|||engaged.|||REQUIRED|||-NONE-|||1

S Please, can you look for it again and say me when can I collect it?
A 8 9|||WordChoice|||tell|||REQUIRED|||-NONE-|||0
A 11 11|||WordOrder|||I|||REQUIRED|||-NONE-|||0
A 12 13|||WordOrder||||||REQUIRED|||-NONE-|||0
A 8 9|||WordChoice|||tell|||REQUIRED|||-NONE-|||1
A 11 11|||WordOrder|||I|||REQUIRED|||-NONE-|||1
A 12 13|||WordOrder||||||REQUIRED|||-NONE-|||1

S My phone number and my adress is on the form that I filled at the airport.
A 5 7|||Spelling|||address are|||REQUIRED|||-NONE-|||0
A 13 13|||Preposition|||in|||REQUIRED|||-NONE-|||0
A 5 7|||Spelling|||address are|||REQUIRED|||-NONE-|||1
A 13 13|||Preposition|||out|||REQUIRED|||-NONE-|||1

S If you will find it, please send it to the hotel where I am staying until the Friday, or, if it take longer, to my parents house in Valencia, because somebody is always at home there.
A 2 3|||Verb||||||REQUIRED|||-NONE-|||0
A 16 17|||Article||||||REQUIRED|||-NONE-|||0
A 21 22|||Agreement|||takes|||REQUIRED|||-NONE-|||0
A 25 26|||Noun|||parents'|||REQUIRED|||-NONE-|||0
A 2 3|||Verb||||||REQUIRED|||-NONE-|||1
A 16 17|||Article||||||REQUIRED|||-NONE-|||1
A 21 22|||Agreement|||takes|||REQUIRED|||-NONE-|||1
A 25 26|||Noun|||parents'|||REQUIRED|||-NONE-|||1

S I look forward to hear from you and thank you in advance for your help.
A 4 5|||Verb|||hearing|||REQUIRED|||-NONE-|||0
A 4 5|||Verb|||hearing|||REQUIRED|||-NONE-|||1

S In my opinion the public transport is best way for travelling in big city.
A 2 4|||Comma|||opinion,|||REQUIRED|||-NONE-|||0
A 7 7|||Article|||the|||REQUIRED|||-NONE-|||0
A 9 11|||Preposition|||to travel|||REQUIRED|||-NONE-|||0
A 12 12|||Article|||a|||REQUIRED|||-NONE-|||0
A 2 4|||Comma|||opinion,|||REQUIRED|||-NONE-|||1
A 7 7|||Article|||the|||REQUIRED|||-NONE-|||1
A 9 10|||Preposition|||of|||REQUIRED|||-NONE-|||1
A 12 12|||Article|||a|||REQUIRED|||-NONE-|||1

S First of all, ticket cost less than petrl and you do not need pay for parking.
A 3 3|||Article|||a|||REQUIRED|||-NONE-|||0
A 4 5|||Verb|||costs|||REQUIRED|||-NONE-|||0
A 7 8|||Spelling|||petrol|||REQUIRED|||-NONE-|||0
A 13 13|||Missing|||to|||REQUIRED|||-NONE-|||0
A 3 3|||Article|||a|||REQUIRED|||-NONE-|||1
A 4 5|||Verb|||costs|||REQUIRED|||-NONE-|||1
A 7 8|||Spelling|||petrol|||REQUIRED|||-NONE-|||1
A 13 13|||Missing|||to|||REQUIRED|||-NONE-|||1

S Every morning I am going to work by tram number twelve, which stop near of my block of flats.
A 3 5|||Verb|||go|||REQUIRED|||-NONE-|||0
A 12 13|||Verb|||stops|||REQUIRED|||-NONE-|||0
A 14 15|||Preposition||||||REQUIRED|||-NONE-|||0
A 3 5|||Verb|||go|||REQUIRED|||-NONE-|||1
A 12 15|||Verb|||stops close to|||REQUIRED|||-NONE-|||1

S Driver knows me and he always say hello, even when it rain.
A 0 1|||Article|||The driver|||REQUIRED|||-NONE-|||0
A 6 7|||Agreement|||says|||REQUIRED|||-NONE-|||0
A 11 12|||Agreement|||rains.|||REQUIRED|||-NONE-|||0
A 0 1|||Article|||The driver|||REQUIRED|||-NONE-|||1
A 6 7|||Agreement|||says|||REQUIRED|||-NONE-|||1
A 11 12|||Agreement|||is raining.|||REQUIRED|||-NONE-|||1

S The bus stop is in front of a bakery, so I often buy a roll.
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S I can read a book, listen to music or simply look out of the window.
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S My brother takes his car, and almost every day he are late because the traffic.
A 10 11|||Agreement|||is|||REQUIRED|||-NONE-|||0
A 13 13|||Missing|||of|||REQUIRED|||-NONE-|||0
A 10 11|||Agreement|||is|||REQUIRED|||-NONE-|||1
A 13 13|||Missing|||of|||REQUIRED|||-NONE-|||1

S Of course buses have also some disadvantage.
A 1 2|||Comma|||course,|||REQUIRED|||-NONE-|||0
A 3 3|||WordOrder|||also|||REQUIRED|||-NONE-|||0
A 4 5|||WordOrder||||||REQUIRED|||-NONE-|||0
A 6 7|||Noun|||disadvantages.|||REQUIRED|||-NONE-|||0
A 1 2|||Comma|||course,|||REQUIRED|||-NONE-|||1
A 3 3|||WordOrder|||also|||REQUIRED|||-NONE-|||1
A 4 5|||WordOrder||||||REQUIRED|||-NONE-|||1
A 6 7|||Noun|||disadvantages.|||REQUIRED|||-NONE-|||1

S Sometimes they are so fulled that the people have stand the whole way and nobody can move.
A 4 5|||WordChoice|||full|||REQUIRED|||-NONE-|||0
A 6 7|||Article||||||REQUIRED|||-NONE-|||0
A 9 9|||Verb|||to|||REQUIRED|||-NONE-|||0
A 4 5|||WordChoice|||crowded|||REQUIRED|||-NONE-|||1
A 6 7|||Article||||||REQUIRED|||-NONE-|||1
A 8 9|||Verb|||must|||REQUIRED|||-NONE-|||1

S In weekends the last bus leave at half past ten, it is too early for young people which likes dancing.
A 0 1|||Preposition|||At|||REQUIRED|||-NONE-|||0
A 5 6|||Verb|||leaves|||REQUIRED|||-NONE-|||0
A 10 11|||WordChoice|||which|||REQUIRED|||-NONE-|||0
A 17 19|||WordChoice|||who like|||REQUIRED|||-NONE-|||0
A 0 1|||Preposition|||On|||REQUIRED|||-NONE-|||1
A 5 6|||Verb|||leaves|||REQUIRED|||-NONE-|||1
A 10 11|||WordChoice|||which|||REQUIRED|||-NONE-|||1
A 17 19|||WordChoice|||who like|||REQUIRED|||-NONE-|||1

S If city would have more night buses, less people would take their cars.
A 1 1|||Article|||the|||REQUIRED|||-NONE-|||0
A 2 4|||Verb|||had|||REQUIRED|||-NONE-|||0
A 7 8|||WordChoice|||fewer|||REQUIRED|||-NONE-|||0
A 1 1|||Article|||the|||REQUIRED|||-NONE-|||1
A 2 4|||Verb|||had|||REQUIRED|||-NONE-|||1
A 7 8|||WordChoice|||fewer|||REQUIRED|||-NONE-|||1

S I also think that the tickets for student should to be cheeper.
A 4 5|||Article||||||REQUIRED|||-NONE-|||0
A 7 8|||Noun|||students|||REQUIRED|||-NONE-|||0
A 9 10|||Verb||||||REQUIRED|||-NONE-|||0
A 11 12|||Spelling|||cheaper.|||REQUIRED|||-NONE-|||0
A 4 5|||Article||||||REQUIRED|||-NONE-|||1
A 7 8|||Noun|||students|||REQUIRED|||-NONE-|||1
A 9 10|||Verb||||||REQUIRED|||-NONE-|||1
A 11 12|||Spelling|||cheaper.|||REQUIRED|||-NONE-|||1

S To sum up, we should using buses more often, because the air in ours city belong to all of us.
A 5 6|||Verb|||use|||REQUIRED|||-NONE-|||0
A 13 14|||WordChoice|||our|||REQUIRED|||-NONE-|||0
A 15 16|||Agreement|||belongs|||REQUIRED|||-NONE-|||0
A 5 6|||Verb|||use|||REQUIRED|||-NONE-|||1
A 13 14|||WordChoice|||our|||REQUIRED|||-NONE-|||1
A 15 16|||Agreement|||belongs|||REQUIRED|||-NONE-|||1

S When I start living alone, I could cook only two dish: rice and eggs.
A 2 3|||Verb|||started|||REQUIRED|||-NONE-|||0
A 10 11|||Noun|||dishes:|||REQUIRED|||-NONE-|||0
A 2 3|||Verb|||started|||REQUIRED|||-NONE-|||1
A 10 11|||Noun|||dishes:|||REQUIRED|||-NONE-|||1

S My mother was worry for me, so she send me notebook with hers recipe.
A 3 5|||Verb|||worried about|||REQUIRED|||-NONE-|||0
A 8 9|||Verb|||sent|||REQUIRED|||-NONE-|||0
A 10 10|||Article|||a|||REQUIRED|||-NONE-|||0
A 12 14|||WordChoice|||her recipes.|||REQUIRED|||-NONE-|||0
A 3 5|||Verb|||worried about|||REQUIRED|||-NONE-|||1
A 8 9|||Verb|||sent|||REQUIRED|||-NONE-|||1
A 10 10|||Article|||a|||REQUIRED|||-NONE-|||1
A 12 14|||WordChoice|||her recipes.|||REQUIRED|||-NONE-|||1

S I still keeping it next to the stove.
A 2 3|||Verb|||keep|||REQUIRED|||-NONE-|||0
A 2 3|||Verb|||have|||REQUIRED|||-NONE-|||1

S Her handwriting is small and beautiful.
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S First soup I made was too salty, nobody could ate it.
A 0 1|||Article|||The first|||REQUIRED|||-NONE-|||0
A 7 7|||Comma|||and|||REQUIRED|||-NONE-|||0
A 9 10|||Verb|||eat|||REQUIRED|||-NONE-|||0
A 0 1|||Article|||The first|||REQUIRED|||-NONE-|||1
A 7 7|||Comma|||so|||REQUIRED|||-NONE-|||1
A 9 10|||Verb|||eat|||REQUIRED|||-NONE-|||1

S I was knew nothing, but I did not give up and try again next day.
A 1 2|||Verb||||||REQUIRED|||-NONE-|||0
A 11 12|||Verb|||tried|||REQUIRED|||-NONE-|||0
A 13 13|||Article|||the|||REQUIRED|||-NONE-|||0
A 1 2|||Verb||||||REQUIRED|||-NONE-|||1
A 11 12|||Verb|||tried|||REQUIRED|||-NONE-|||1
A 13 13|||Article|||the|||REQUIRED|||-NONE-|||1

S The cooking is like learning language: you must practising a little every day.
A 0 2|||Article|||Cooking|||REQUIRED|||-NONE-|||0
A 5 5|||Article|||a|||REQUIRED|||-NONE-|||0
A 8 9|||Verb|||practise|||REQUIRED|||-NONE-|||0
A 0 2|||Article|||Cooking|||REQUIRED|||-NONE-|||1
A 5 5|||Article|||a|||REQUIRED|||-NONE-|||1
A 8 9|||Verb|||practise|||REQUIRED|||-NONE-|||1

S Now I go to market every Sunday and buying fresh vegetable from old farmer.
A 4 4|||Article|||the|||REQUIRED|||-NONE-|||0
A 8 9|||Verb|||buy|||REQUIRED|||-NONE-|||0
A 10 11|||Noun|||vegetables|||REQUIRED|||-NONE-|||0
A 12 12|||Article|||an|||REQUIRED|||-NONE-|||0
A 4 4|||Article|||the|||REQUIRED|||-NONE-|||1
A 8 9|||Verb|||buy|||REQUIRED|||-NONE-|||1
A 10 11|||Noun|||vegetables|||REQUIRED|||-NONE-|||1
A 12 12|||Article|||an|||REQUIRED|||-NONE-|||1

S He teach me how choose good melon: you knock on it and listen the sound.
A 1 2|||Verb|||taught|||REQUIRED|||-NONE-|||0
A 4 4|||Missing|||to|||REQUIRED|||-NONE-|||0
A 5 5|||Article|||a|||REQUIRED|||-NONE-|||0
A 13 13|||Preposition|||to|||REQUIRED|||-NONE-|||0
A 1 2|||Verb|||teaches|||REQUIRED|||-NONE-|||1
A 4 4|||Missing|||to|||REQUIRED|||-NONE-|||1
A 5 5|||Article|||a|||REQUIRED|||-NONE-|||1
A 13 13|||Preposition|||to|||REQUIRED|||-NONE-|||1

S Last week I have invited five friend to dinner in my litle kitchen and I cooked for three hours.
A 3 4|||Verb||||||REQUIRED|||-NONE-|||0
A 6 7|||Noun|||friends|||REQUIRED|||-NONE-|||0
A 11 12|||Spelling|||little|||REQUIRED|||-NONE-|||0
A 3 4|||Verb||||||REQUIRED|||-NONE-|||1
A 6 7|||Noun|||friends|||REQUIRED|||-NONE-|||1
A 11 12|||Spelling|||small|||REQUIRED|||-NONE-|||1

S They eat everything and asked me for the recipe of the curry, it made me very pleasing.
A 1 2|||Verb|||ate|||REQUIRED|||-NONE-|||0
A 9 10|||Preposition|||for|||REQUIRED|||-NONE-|||0
A 11 12|||Comma|||curry;|||REQUIRED|||-NONE-|||0
A 16 17|||Verb|||pleased.|||REQUIRED|||-NONE-|||0
A 1 2|||Verb|||ate|||REQUIRED|||-NONE-|||1
A 9 10|||Preposition|||for|||REQUIRED|||-NONE-|||1
A 12 13|||Comma|||which|||REQUIRED|||-NONE-|||1
A 16 17|||Verb|||happy.|||REQUIRED|||-NONE-|||1

S I think cooking for another people is kind of present.
A 4 5|||WordChoice|||other|||REQUIRED|||-NONE-|||0
A 7 7|||Article|||a|||REQUIRED|||-NONE-|||0
A 4 5|||WordChoice|||other|||REQUIRED|||-NONE-|||1
A 7 7|||Article|||a|||REQUIRED|||-NONE-|||1

S Next month my mother will visits me, and I want to surprised her with her own soup.
A 5 6|||Verb|||visit|||REQUIRED|||-NONE-|||0
A 11 12|||Verb|||surprise|||REQUIRED|||-NONE-|||0
A 4 6|||Verb|||is going to visit|||REQUIRED|||-NONE-|||1
A 11 12|||Verb|||surprise|||REQUIRED|||-NONE-|||1

S I hope that it will not be too salty this time.
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Since some years there is at our school a discussion about phones.
A 0 1|||Preposition|||For|||REQUIRED|||-NONE-|||0
A 4 5|||WordOrder|||has been a discussion|||REQUIRED|||-NONE-|||0
A 8 10|||WordOrder||||||REQUIRED|||-NONE-|||0
A 0 1|||Preposition|||For|||REQUIRED|||-NONE-|||1
A 4 5|||WordOrder|||has been a discussion|||REQUIRED|||-NONE-|||1
A 8 10|||WordOrder||||||REQUIRED|||-NONE-|||1

S Many teachers are meaning that phones disturbs the concentraition of the pupils.
A 2 4|||WordChoice|||think|||REQUIRED|||-NONE-|||0
A 6 7|||Agreement|||disturb|||REQUIRED|||-NONE-|||0
A 8 9|||Spelling|||concentration|||REQUIRED|||-NONE-|||0
A 2 4|||WordChoice|||believe|||REQUIRED|||-NONE-|||1
A 6 7|||Agreement|||disturb|||REQUIRED|||-NONE-|||1
A 8 9|||Spelling|||concentration|||REQUIRED|||-NONE-|||1

S They want that we put our phones in a box before the lessons begins.
A 2 4|||Verb|||us to|||REQUIRED|||-NONE-|||0
A 11 12|||Article||||||REQUIRED|||-NONE-|||0
A 13 14|||Agreement|||begin.|||REQUIRED|||-NONE-|||0
A 2 4|||Verb|||us to|||REQUIRED|||-NONE-|||1
A 11 12|||Article||||||REQUIRED|||-NONE-|||1
A 13 14|||Agreement|||start.|||REQUIRED|||-NONE-|||1

S Some of us is even afraid of the box.
A 3 4|||Agreement|||are|||REQUIRED|||-NONE-|||0
A 3 4|||Agreement|||are|||REQUIRED|||-NONE-|||1

S I can good understand this, because I also look on my handy too often.
A 2 3|||WordOrder||||||REQUIRED|||-NONE-|||0
A 4 5|||WordOrder|||this well,|||REQUIRED|||-NONE-|||0
A 9 10|||Preposition|||at|||REQUIRED|||-NONE-|||0
A 11 12|||WordChoice|||phone|||REQUIRED|||-NONE-|||0
A 1 3|||WordOrder||||||REQUIRED|||-NONE-|||1
A 4 5|||WordOrder|||this well,|||REQUIRED|||-NONE-|||1
A 9 10|||Preposition|||at|||REQUIRED|||-NONE-|||1
A 11 12|||WordChoice|||mobile|||REQUIRED|||-NONE-|||1

S I have even seen friends who sits together by one table in café, each of them writes messages to peoples which were not there.
A 6 7|||Agreement|||sit|||REQUIRED|||-NONE-|||0
A 8 9|||Preposition|||at|||REQUIRED|||-NONE-|||0
A 12 12|||Article|||a|||REQUIRED|||-NONE-|||0
A 16 17|||Verb|||writing|||REQUIRED|||-NONE-|||0
A 19 21|||Noun|||people who|||REQUIRED|||-NONE-|||0
A 6 7|||Agreement|||were sitting|||REQUIRED|||-NONE-|||1
A 8 9|||Preposition|||at|||REQUIRED|||-NONE-|||1
A 12 12|||Article|||a|||REQUIRED|||-NONE-|||1
A 16 17|||Verb|||writing|||REQUIRED|||-NONE-|||1
A 19 21|||Noun|||people that|||REQUIRED|||-NONE-|||1

S But a phone is not only a toy, it can also being useful tool.
A 11 12|||Verb|||be a|||REQUIRED|||-NONE-|||0
A 11 12|||Verb|||be a|||REQUIRED|||-NONE-|||1

S For example, in chemistry did we record an experiment and have watched it afterwards in slow motion.
A 4 5|||WordOrder||||||REQUIRED|||-NONE-|||0
A 6 7|||WordOrder|||recorded|||REQUIRED|||-NONE-|||0
A 10 11|||Verb||||||REQUIRED|||-NONE-|||0
A 4 5|||WordOrder||||||REQUIRED|||-NONE-|||1
A 6 7|||WordOrder|||filmed|||REQUIRED|||-NONE-|||1
A 10 11|||Verb||||||REQUIRED|||-NONE-|||1

S Suddenly everybody understood what had happened in the glass.
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S It was the best lesson of the year.
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S In English lesson we become ten new words on day and with a phone one can look up them in seconds.
A 2 3|||Noun|||lessons|||REQUIRED|||-NONE-|||0
A 4 5|||WordChoice|||get|||REQUIRED|||-NONE-|||0
A 8 10|||Preposition|||per day,|||REQUIRED|||-NONE-|||0
A 17 17|||WordOrder|||them|||REQUIRED|||-NONE-|||0
A 18 19|||WordOrder||||||REQUIRED|||-NONE-|||0
A 2 3|||Noun|||lessons|||REQUIRED|||-NONE-|||1
A 4 5|||WordChoice|||are given|||REQUIRED|||-NONE-|||1
A 8 10|||Preposition|||a day,|||REQUIRED|||-NONE-|||1
A 17 17|||WordOrder|||them|||REQUIRED|||-NONE-|||1
A 18 19|||WordOrder||||||REQUIRED|||-NONE-|||1

S Who has no dictionary at home, is depending from it.
A 0 1|||WordChoice|||Anyone who|||REQUIRED|||-NONE-|||0
A 5 6|||Comma|||home|||REQUIRED|||-NONE-|||0
A 7 9|||WordChoice|||dependent on|||REQUIRED|||-NONE-|||0
A 0 1|||WordChoice|||Somebody who|||REQUIRED|||-NONE-|||1
A 5 6|||Comma|||home|||REQUIRED|||-NONE-|||1
A 7 9|||WordChoice|||dependent on|||REQUIRED|||-NONE-|||1

S We need therefore clear rule and not a box.
A 1 1|||WordOrder|||therefore|||REQUIRED|||-NONE-|||0
A 2 3|||WordOrder||||||REQUIRED|||-NONE-|||0
A 4 5|||Noun|||rules|||REQUIRED|||-NONE-|||0
A 2 3|||WordOrder||||||REQUIRED|||-NONE-|||1
A 4 5|||Noun|||rules|||REQUIRED|||-NONE-|||1

S When the teacher say "phones away", so they has to stay in the bag, and thats all.
A 3 4|||Agreement|||says|||REQUIRED|||-NONE-|||0
A 6 7|||Missing||||||REQUIRED|||-NONE-|||0
A 8 9|||Agreement|||have|||REQUIRED|||-NONE-|||0
A 15 16|||Spelling|||that's|||REQUIRED|||-NONE-|||0
A 3 4|||Agreement|||says|||REQUIRED|||-NONE-|||1
A 6 7|||Missing||||||REQUIRED|||-NONE-|||1
A 8 10|||Agreement|||must|||REQUIRED|||-NONE-|||1
A 15 16|||Spelling|||that is|||REQUIRED|||-NONE-|||1

S I would like propose that we tries it for one month and than discusses about it again.
A 3 3|||Verb|||to|||REQUIRED|||-NONE-|||0
A 6 7|||Agreement|||try|||REQUIRED|||-NONE-|||0
A 12 15|||WordChoice|||then discuss|||REQUIRED|||-NONE-|||0
A 3 4|||Verb|||to suggest|||REQUIRED|||-NONE-|||1
A 6 7|||Agreement|||try|||REQUIRED|||-NONE-|||1
A 12 15|||WordChoice|||then discuss|||REQUIRED|||-NONE-|||1

S Perhaps will even the teachers like it.
A 1 2|||WordOrder||||||REQUIRED|||-NONE-|||0
A 5 5|||WordOrder|||will|||REQUIRED|||-NONE-|||0
A 1 2|||WordOrder||||||REQUIRED|||-NONE-|||1
A 5 5|||WordOrder|||will|||REQUIRED|||-NONE-|||1

S My family is move to new flat before two months it is bigger than old flat.
A 2 4|||Verb|||moved|||REQUIRED|||-NONE-|||0
A 5 5|||Article|||a|||REQUIRED|||-NONE-|||0
A 7 8|||Preposition||||||REQUIRED|||-NONE-|||0
A 10 10|||Comma|||ago, and|||REQUIRED|||-NONE-|||0
A 14 14|||Article|||the|||REQUIRED|||-NONE-|||0
A 2 4|||Verb|||moved|||REQUIRED|||-NONE-|||1
A 5 5|||Article|||a|||REQUIRED|||-NONE-|||1
A 7 8|||Preposition||||||REQUIRED|||-NONE-|||1
A 10 10|||Comma|||ago;|||REQUIRED|||-NONE-|||1
A 14 14|||Article|||our|||REQUIRED|||-NONE-|||1

S We was six people in three room, so every morning there is queue in front the bathroom.
A 1 2|||Agreement|||were|||REQUIRED|||-NONE-|||0
A 6 7|||Noun|||rooms,|||REQUIRED|||-NONE-|||0
A 11 12|||Verb|||was a|||REQUIRED|||-NONE-|||0
A 15 15|||Missing|||of|||REQUIRED|||-NONE-|||0
A 1 2|||Agreement|||were|||REQUIRED|||-NONE-|||1
A 6 7|||Noun|||rooms,|||REQUIRED|||-NONE-|||1
A 11 12|||Verb|||was a|||REQUIRED|||-NONE-|||1
A 13 15|||Preposition|||for|||REQUIRED|||-NONE-|||1

S My father he found the new place by a friend who he work in the same street.
A 2 3|||Missing||||||REQUIRED|||-NONE-|||0
A 7 8|||Preposition|||through|||REQUIRED|||-NONE-|||0
A 11 13|||Missing|||works|||REQUIRED|||-NONE-|||0
A 2 3|||Missing||||||REQUIRED|||-NONE-|||1
A 7 8|||Preposition|||with the help of|||REQUIRED|||-NONE-|||1
A 11 13|||Missing|||worked|||REQUIRED|||-NONE-|||1

S Pack the kitchen take us more than one week, because my mother never throw anything away.
A 0 1|||Verb|||Packing|||REQUIRED|||-NONE-|||0
A 3 4|||Verb|||took|||REQUIRED|||-NONE-|||0
A 13 14|||Agreement|||throws|||REQUIRED|||-NONE-|||0
A 0 1|||Verb|||To pack|||REQUIRED|||-NONE-|||1
A 3 4|||Verb|||took|||REQUIRED|||-NONE-|||1
A 13 14|||Agreement|||throws|||REQUIRED|||-NONE-|||1

S There was forty-two boxes.
A 1 2|||Agreement|||were|||REQUIRED|||-NONE-|||0
A 1 2|||Agreement|||were|||REQUIRED|||-NONE-|||1

S She find my baby shoe, the photos of her wedding and a broked radio that belong to my grandfather.
A 1 2|||Verb|||found|||REQUIRED|||-NONE-|||0
A 4 5|||Noun|||shoes,|||REQUIRED|||-NONE-|||0
A 12 13|||Spelling|||broken|||REQUIRED|||-NONE-|||0
A 15 16|||Verb|||belonged|||REQUIRED|||-NONE-|||0
A 1 2|||Verb|||found|||REQUIRED|||-NONE-|||1
A 4 5|||Noun|||shoes,|||REQUIRED|||-NONE-|||1
A 12 13|||Spelling|||broken|||REQUIRED|||-NONE-|||1
A 15 16|||Verb|||belonged|||REQUIRED|||-NONE-|||1

S We laughed a lot and worked very slowly.
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Nobody could remember where the spoons were.
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S In the moving day all the our nieghbours come to helping us even the old man of the first floor.
A 0 2|||Preposition|||On|||REQUIRED|||-NONE-|||0
A 5 6|||Article||||||REQUIRED|||-NONE-|||0
A 7 9|||Spelling|||neighbours came|||REQUIRED|||-NONE-|||0
A 10 12|||Verb|||help us,|||REQUIRED|||-NONE-|||0
A 16 17|||Preposition|||from|||REQUIRED|||-NONE-|||0
A 0 2|||Preposition|||On|||REQUIRED|||-NONE-|||1
A 5 6|||Article||||||REQUIRED|||-NONE-|||1
A 7 9|||Spelling|||neighbours came|||REQUIRED|||-NONE-|||1
A 10 12|||Verb|||help us,|||REQUIRED|||-NONE-|||1
A 16 17|||Preposition|||on|||REQUIRED|||-NONE-|||1

S He can not carry something heavy so he sit on a chair and tell everybody where to go.
A 1 2|||Verb|||could|||REQUIRED|||-NONE-|||0
A 4 6|||WordChoice|||anything heavy,|||REQUIRED|||-NONE-|||0
A 8 9|||Verb|||sat|||REQUIRED|||-NONE-|||0
A 13 14|||Verb|||told|||REQUIRED|||-NONE-|||0
A 1 3|||Verb|||couldn't|||REQUIRED|||-NONE-|||1
A 4 6|||WordChoice|||anything heavy,|||REQUIRED|||-NONE-|||1
A 8 9|||Verb|||sat|||REQUIRED|||-NONE-|||1
A 13 14|||Verb|||told|||REQUIRED|||-NONE-|||1

S Most difficult thing was the sofa, because the stairs is very narrow and have long leg.
A 0 1|||Article|||The most|||REQUIRED|||-NONE-|||0
A 9 10|||Agreement|||are|||REQUIRED|||-NONE-|||0
A 13 14|||Missing|||it has|||REQUIRED|||-NONE-|||0
A 15 16|||Noun|||legs.|||REQUIRED|||-NONE-|||0
A 0 1|||Article|||The most|||REQUIRED|||-NONE-|||1
A 9 10|||Agreement|||were|||REQUIRED|||-NONE-|||1
A 13 14|||Missing|||it had|||REQUIRED|||-NONE-|||1
A 15 16|||Noun|||legs.|||REQUIRED|||-NONE-|||1

S At the end we leave it to our neighbour old and now he sleep on it every afternoon.
A 0 1|||Preposition|||In|||REQUIRED|||-NONE-|||0
A 4 5|||Verb|||left|||REQUIRED|||-NONE-|||0
A 6 7|||Preposition|||with|||REQUIRED|||-NONE-|||0
A 8 8|||WordOrder|||old|||REQUIRED|||-NONE-|||0
A 9 10|||WordOrder||||||REQUIRED|||-NONE-|||0
A 13 14|||Agreement|||sleeps|||REQUIRED|||-NONE-|||0
A 0 1|||Preposition|||In|||REQUIRED|||-NONE-|||1
A 4 5|||Verb|||left|||REQUIRED|||-NONE-|||1
A 6 7|||Preposition|||with|||REQUIRED|||-NONE-|||1
A 8 8|||WordOrder|||old|||REQUIRED|||-NONE-|||1
A 9 10|||WordOrder||||||REQUIRED|||-NONE-|||1
A 13 14|||Agreement|||is sleeping|||REQUIRED|||-NONE-|||1

S In the new flat I am having my own room for first time in my life.
A 5 7|||Verb|||have|||REQUIRED|||-NONE-|||0
A 11 11|||Article|||the|||REQUIRED|||-NONE-|||0
A 5 7|||Verb|||have|||REQUIRED|||-NONE-|||1
A 11 11|||Article|||the|||REQUIRED|||-NONE-|||1

S It small, but it has a window who look the garden.
A 1 1|||Missing|||is|||REQUIRED|||-NONE-|||0
A 7 9|||WordChoice|||that looks over|||REQUIRED|||-NONE-|||0
A 1 1|||Missing|||is|||REQUIRED|||-NONE-|||1
A 7 9|||WordChoice|||which looks onto|||REQUIRED|||-NONE-|||1

S Sometimes I lose the noise of my brother in the night.
A 2 3|||WordChoice|||miss|||REQUIRED|||-NONE-|||0
A 7 10|||Noun|||brothers at|||REQUIRED|||-NONE-|||0
A 2 3|||WordChoice|||miss|||REQUIRED|||-NONE-|||1
A 7 9|||Noun|||brothers during|||REQUIRED|||-NONE-|||1

S The last summer I have worked during two months in bakery in my village.
A 0 3|||Article|||Last summer,|||REQUIRED|||-NONE-|||0
A 4 5|||Verb||||||REQUIRED|||-NONE-|||0
A 6 7|||Preposition|||for|||REQUIRED|||-NONE-|||0
A 10 10|||Article|||a|||REQUIRED|||-NONE-|||0
A 0 3|||Article|||Last summer,|||REQUIRED|||-NONE-|||1
A 4 5|||Verb||||||REQUIRED|||-NONE-|||1
A 6 7|||Preposition|||for|||REQUIRED|||-NONE-|||1
A 10 10|||Article|||the|||REQUIRED|||-NONE-|||1

S I had seventeen years and it was my first real work.
A 1 2|||Verb|||was|||REQUIRED|||-NONE-|||0
A 3 4|||Verb||||||REQUIRED|||-NONE-|||0
A 10 11|||WordChoice|||job.|||REQUIRED|||-NONE-|||0
A 1 2|||Verb|||was|||REQUIRED|||-NONE-|||1
A 4 4|||Missing|||old|||REQUIRED|||-NONE-|||1
A 10 11|||WordChoice|||job.|||REQUIRED|||-NONE-|||1

S Every day I must wake up me at four o'clock, when the whole village was slept.
A 3 4|||Verb|||had to|||REQUIRED|||-NONE-|||0
A 6 7|||Verb||||||REQUIRED|||-NONE-|||0
A 15 16|||Verb|||asleep.|||REQUIRED|||-NONE-|||0
A 3 5|||Verb|||had to get|||REQUIRED|||-NONE-|||1
A 6 7|||Verb||||||REQUIRED|||-NONE-|||1
A 15 16|||Verb|||sleeping.|||REQUIRED|||-NONE-|||1

S The ovens were already hot when I arrive.
A 7 8|||Verb|||arrived.|||REQUIRED|||-NONE-|||0
A 7 8|||Verb|||came.|||REQUIRED|||-NONE-|||1

S On the beginning I make many mistaks, for example I forget the salt in forty bread.
A 0 1|||Preposition|||In|||REQUIRED|||-NONE-|||0
A 4 5|||Verb|||made|||REQUIRED|||-NONE-|||0
A 6 7|||Spelling|||mistakes;|||REQUIRED|||-NONE-|||0
A 8 9|||Comma|||example,|||REQUIRED|||-NONE-|||0
A 10 11|||Verb|||forgot|||REQUIRED|||-NONE-|||0
A 15 16|||Noun|||loaves.|||REQUIRED|||-NONE-|||0
A 0 1|||Preposition|||At|||REQUIRED|||-NONE-|||1
A 4 5|||Verb|||made|||REQUIRED|||-NONE-|||1
A 6 9|||Spelling|||mistakes. For example,|||REQUIRED|||-NONE-|||1
A 10 11|||Verb|||forgot|||REQUIRED|||-NONE-|||1
A 15 15|||Noun|||loaves of|||REQUIRED|||-NONE-|||1

S The boulanger was not become angry, he only laugh and give the bread at the chickens.
A 1 3|||Spelling|||baker did|||REQUIRED|||-NONE-|||0
A 5 6|||Comma|||angry;|||REQUIRED|||-NONE-|||0
A 8 9|||Verb|||laughed|||REQUIRED|||-NONE-|||0
A 10 11|||Verb|||gave|||REQUIRED|||-NONE-|||0
A 13 14|||Preposition|||to|||REQUIRED|||-NONE-|||0
A 1 3|||Spelling|||baker did|||REQUIRED|||-NONE-|||1
A 4 5|||Verb|||get|||REQUIRED|||-NONE-|||1
A 6 7|||Comma|||but|||REQUIRED|||-NONE-|||1
A 8 9|||Verb|||laughed|||REQUIRED|||-NONE-|||1
A 10 11|||Verb|||gave|||REQUIRED|||-NONE-|||1
A 13 14|||Preposition|||to|||REQUIRED|||-NONE-|||1

S After a week my hands knew what to do.
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S I have learn how to fold the dough and how speak at the custommers.
A 1 3|||Verb|||learned|||REQUIRED|||-NONE-|||0
A 10 10|||Missing|||to|||REQUIRED|||-NONE-|||0
A 11 12|||Preposition|||to|||REQUIRED|||-NONE-|||0
A 13 14|||Spelling|||customers.|||REQUIRED|||-NONE-|||0
A 2 3|||Verb|||learned|||REQUIRED|||-NONE-|||1
A 10 10|||Missing|||to|||REQUIRED|||-NONE-|||1
A 11 12|||Preposition|||with|||REQUIRED|||-NONE-|||1
A 13 14|||Spelling|||customers.|||REQUIRED|||-NONE-|||1

S A old lady come every days and asked a same croissant, not too much cook.
A 0 1|||Article|||An|||REQUIRED|||-NONE-|||0
A 3 4|||Verb|||came|||REQUIRED|||-NONE-|||0
A 5 6|||Noun|||day|||REQUIRED|||-NONE-|||0
A 8 9|||Article|||for the|||REQUIRED|||-NONE-|||0
A 13 15|||WordChoice|||brown.|||REQUIRED|||-NONE-|||0
A 0 1|||Article|||An|||REQUIRED|||-NONE-|||1
A 3 4|||Verb|||came|||REQUIRED|||-NONE-|||1
A 5 6|||Noun|||day|||REQUIRED|||-NONE-|||1
A 8 9|||Article|||for the|||REQUIRED|||-NONE-|||1
A 13 15|||WordChoice|||baked.|||REQUIRED|||-NONE-|||1

S When I have received my first salary, I felt me very proud and a few rich.
A 2 3|||Verb||||||REQUIRED|||-NONE-|||0
A 9 10|||WordChoice||||||REQUIRED|||-NONE-|||0
A 14 15|||WordChoice|||little|||REQUIRED|||-NONE-|||0
A 2 3|||Verb||||||REQUIRED|||-NONE-|||1
A 9 10|||WordChoice||||||REQUIRED|||-NONE-|||1
A 14 15|||WordChoice|||little|||REQUIRED|||-NONE-|||1

S I bougth camera for €60 and a new glasses at my grandmother.
A 1 2|||Spelling|||bought a|||REQUIRED|||-NONE-|||0
A 7 7|||Missing|||pair of|||REQUIRED|||-NONE-|||0
A 9 10|||Preposition|||for|||REQUIRED|||-NONE-|||0
A 1 2|||Spelling|||bought a|||REQUIRED|||-NONE-|||1
A 6 7|||Article||||||REQUIRED|||-NONE-|||1
A 9 10|||Preposition|||for|||REQUIRED|||-NONE-|||1

S The work by night is not easy, but it learned me to being patient and ponctual.
A 2 3|||Preposition|||at|||REQUIRED|||-NONE-|||0
A 4 5|||Verb|||was|||REQUIRED|||-NONE-|||0
A 9 10|||WordChoice|||taught|||REQUIRED|||-NONE-|||0
A 12 13|||Verb|||be|||REQUIRED|||-NONE-|||0
A 15 16|||Spelling|||punctual.|||REQUIRED|||-NONE-|||0
A 2 3|||Preposition|||at|||REQUIRED|||-NONE-|||1
A 4 6|||Verb|||wasn't|||REQUIRED|||-NONE-|||1
A 9 10|||WordChoice|||taught|||REQUIRED|||-NONE-|||1
A 12 13|||Verb|||be|||REQUIRED|||-NONE-|||1
A 15 16|||Spelling|||punctual.|||REQUIRED|||-NONE-|||1

S This year I will going back, because the baker ask me and because I am missing the smell of the warm bread.
A 4 5|||Verb|||go|||REQUIRED|||-NONE-|||0
A 9 10|||Verb|||asked|||REQUIRED|||-NONE-|||0
A 14 16|||Verb|||miss|||REQUIRED|||-NONE-|||0
A 19 20|||Article||||||REQUIRED|||-NONE-|||0
A 3 4|||Verb|||am|||REQUIRED|||-NONE-|||1
A 9 10|||Verb|||has asked|||REQUIRED|||-NONE-|||1
A 14 16|||Verb|||miss|||REQUIRED|||-NONE-|||1
A 19 20|||Article||||||REQUIRED|||-NONE-|||1

S It is the best perfume than I know.
A 5 6|||WordChoice|||that|||REQUIRED|||-NONE-|||0
A 5 6|||WordChoice||||||REQUIRED|||-NONE-|||1

S I live in fifth floor, so do not have a garden, only small balcony.
A 2 3|||Preposition|||on the|||REQUIRED|||-NONE-|||0
A 6 6|||Missing|||I|||REQUIRED|||-NONE-|||0
A 12 12|||Article|||a|||REQUIRED|||-NONE-|||0
A 2 3|||Preposition|||on the|||REQUIRED|||-NONE-|||1
A 6 6|||Missing|||I|||REQUIRED|||-NONE-|||1
A 12 12|||Article|||a|||REQUIRED|||-NONE-|||1

S Two years ago my aunt has given me three tomato plant for my birthday.
A 5 7|||Verb|||gave|||REQUIRED|||-NONE-|||0
A 10 11|||Noun|||plants|||REQUIRED|||-NONE-|||0
A 5 7|||Verb|||gave|||REQUIRED|||-NONE-|||1
A 10 11|||Noun|||plants|||REQUIRED|||-NONE-|||1

S Honestly I didn't wanted because I had grown never something.
A 0 1|||Comma|||Honestly,|||REQUIRED|||-NONE-|||0
A 3 4|||Verb|||want them|||REQUIRED|||-NONE-|||0
A 7 7|||WordOrder|||never|||REQUIRED|||-NONE-|||0
A 8 10|||WordOrder|||anything.|||REQUIRED|||-NONE-|||0
A 0 1|||Comma|||Honestly,|||REQUIRED|||-NONE-|||1
A 2 4|||Verb|||did not want them|||REQUIRED|||-NONE-|||1
A 7 7|||WordOrder|||never|||REQUIRED|||-NONE-|||1
A 8 10|||WordOrder|||anything.|||REQUIRED|||-NONE-|||1

S My aunt only smiled and told me to give them water.
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Until July they become taller from me and there was so many tomato that I can't eat all of them.
A 0 1|||Preposition|||By|||REQUIRED|||-NONE-|||0
A 3 4|||Verb|||became|||REQUIRED|||-NONE-|||0
A 5 6|||Preposition|||than|||REQUIRED|||-NONE-|||0
A 9 10|||Agreement|||were|||REQUIRED|||-NONE-|||0
A 12 13|||Noun|||tomatoes|||REQUIRED|||-NONE-|||0
A 15 16|||Verb|||could not|||REQUIRED|||-NONE-|||0
A 0 1|||Preposition|||In|||REQUIRED|||-NONE-|||1
A 3 3|||Verb|||had|||REQUIRED|||-NONE-|||1
A 5 6|||Preposition|||than|||REQUIRED|||-NONE-|||1
A 9 10|||Agreement|||were|||REQUIRED|||-NONE-|||1
A 12 13|||Noun|||tomatoes|||REQUIRED|||-NONE-|||1
A 15 16|||Verb|||couldn't|||REQUIRED|||-NONE-|||1

S I begin to take some to my office and sharing with my coleagues.
A 1 2|||Verb|||began|||REQUIRED|||-NONE-|||0
A 9 10|||Verb|||share them|||REQUIRED|||-NONE-|||0
A 12 13|||Spelling|||colleagues.|||REQUIRED|||-NONE-|||0
A 1 2|||Verb|||started|||REQUIRED|||-NONE-|||1
A 9 10|||Verb|||share them|||REQUIRED|||-NONE-|||1
A 12 13|||Spelling|||colleagues.|||REQUIRED|||-NONE-|||1

S One from them, a very quiet man had never spoke to me before.
A 1 2|||Preposition|||of|||REQUIRED|||-NONE-|||0
A 6 7|||Comma|||man,|||REQUIRED|||-NONE-|||0
A 9 10|||Verb|||spoken|||REQUIRED|||-NONE-|||0
A 1 2|||Preposition|||of|||REQUIRED|||-NONE-|||1
A 6 7|||Comma|||man,|||REQUIRED|||-NONE-|||1
A 9 10|||Verb|||spoken|||REQUIRED|||-NONE-|||1

S After eating my tomato he tell me from his childhod in a village near sea.
A 3 4|||Noun|||tomatoes,|||REQUIRED|||-NONE-|||0
A 5 6|||Verb|||told|||REQUIRED|||-NONE-|||0
A 7 8|||Preposition|||about|||REQUIRED|||-NONE-|||0
A 9 10|||Spelling|||childhood|||REQUIRED|||-NONE-|||0
A 14 14|||Article|||the|||REQUIRED|||-NONE-|||0
A 3 4|||Noun|||tomatoes,|||REQUIRED|||-NONE-|||1
A 5 6|||Verb|||told|||REQUIRED|||-NONE-|||1
A 7 8|||Preposition|||about|||REQUIRED|||-NONE-|||1
A 9 10|||Spelling|||childhood|||REQUIRED|||-NONE-|||1
A 14 14|||Article|||the|||REQUIRED|||-NONE-|||1

S Now we are friends and exchanging seed every spring.
A 5 7|||Verb|||exchange seeds|||REQUIRED|||-NONE-|||0
A 5 7|||Verb|||exchange seeds|||REQUIRED|||-NONE-|||1

S On my balcony there is pepper, mint, beans and even a small strawberries.
A 4 6|||Agreement|||are peppers,|||REQUIRED|||-NONE-|||0
A 10 11|||Article|||some|||REQUIRED|||-NONE-|||0
A 4 6|||Agreement|||are peppers,|||REQUIRED|||-NONE-|||1
A 10 11|||Article||||||REQUIRED|||-NONE-|||1

S My cat likes to sleep between the pot.
A 7 8|||Noun|||pots.|||REQUIRED|||-NONE-|||0
A 7 8|||Noun|||pots.|||REQUIRED|||-NONE-|||1

S The biggest problem are wind, because it break the plants young.
A 3 4|||Agreement|||is the|||REQUIRED|||-NONE-|||0
A 7 8|||Agreement|||breaks|||REQUIRED|||-NONE-|||0
A 9 11|||WordOrder|||young plants.|||REQUIRED|||-NONE-|||0
A 3 4|||Agreement|||is the|||REQUIRED|||-NONE-|||1
A 7 8|||Agreement|||breaks|||REQUIRED|||-NONE-|||1
A 9 11|||WordOrder|||young plants.|||REQUIRED|||-NONE-|||1

S I solved problem with an old curtains that my neighbour was throw away, they looks funny but they work.
A 2 2|||Article|||the|||REQUIRED|||-NONE-|||0
A 4 5|||Article||||||REQUIRED|||-NONE-|||0
A 11 13|||Verb|||throwing away;|||REQUIRED|||-NONE-|||0
A 14 15|||Agreement|||look|||REQUIRED|||-NONE-|||0
A 2 2|||Article|||the|||REQUIRED|||-NONE-|||1
A 4 5|||Article||||||REQUIRED|||-NONE-|||1
A 11 15|||Verb|||throwing away. They look|||REQUIRED|||-NONE-|||1

S If one day I will have a real garden, I plant an apple trees for the whole street.
A 4 5|||Verb||||||REQUIRED|||-NONE-|||0
A 10 10|||Verb|||will|||REQUIRED|||-NONE-|||0
A 11 12|||Article||||||REQUIRED|||-NONE-|||0
A 4 6|||Verb|||get|||REQUIRED|||-NONE-|||1
A 10 10|||Verb|||will|||REQUIRED|||-NONE-|||1
A 11 12|||Article||||||REQUIRED|||-NONE-|||1

S Dear Anna, thank you by your letter and for the beautifull photos.
A 4 5|||Preposition|||for|||REQUIRED|||-NONE-|||0
A 10 11|||Spelling|||beautiful|||REQUIRED|||-NONE-|||0
A 4 5|||Preposition|||for|||REQUIRED|||-NONE-|||1
A 10 11|||Spelling|||beautiful|||REQUIRED|||-NONE-|||1

S I am sorry for don't write sooner, but this month is being very busy.
A 4 6|||Verb|||not writing|||REQUIRED|||-NONE-|||0
A 10 12|||Verb|||has been|||REQUIRED|||-NONE-|||0
A 4 6|||Verb|||not having written|||REQUIRED|||-NONE-|||1
A 10 12|||Verb|||was|||REQUIRED|||-NONE-|||1

S You asked me what do I do on my free time, so now I explain you.
A 4 5|||WordOrder||||||REQUIRED|||-NONE-|||0
A 7 8|||Preposition|||in|||REQUIRED|||-NONE-|||0
A 14 14|||Verb|||will|||REQUIRED|||-NONE-|||0
A 15 15|||Preposition|||to|||REQUIRED|||-NONE-|||0
A 4 5|||WordOrder||||||REQUIRED|||-NONE-|||1
A 7 8|||Preposition|||in|||REQUIRED|||-NONE-|||1
A 14 14|||Verb|||am going to|||REQUIRED|||-NONE-|||1
A 15 15|||Preposition|||to|||REQUIRED|||-NONE-|||1

S Since January I am learning to play the acordion with my uncle João, he play in many wedding.
A 3 4|||Verb|||have been|||REQUIRED|||-NONE-|||0
A 8 9|||Spelling|||accordion|||REQUIRED|||-NONE-|||0
A 13 16|||Comma|||who plays at|||REQUIRED|||-NONE-|||0
A 17 18|||Noun|||weddings.|||REQUIRED|||-NONE-|||0
A 3 4|||Verb|||have been|||REQUIRED|||-NONE-|||1
A 8 9|||Spelling|||accordion|||REQUIRED|||-NONE-|||1
A 12 13|||Comma|||João;|||REQUIRED|||-NONE-|||1
A 14 16|||Agreement|||plays at|||REQUIRED|||-NONE-|||1
A 17 18|||Noun|||weddings.|||REQUIRED|||-NONE-|||1

S At the last one I am so nervous that I forgot my hat.
A 5 6|||Verb|||was|||REQUIRED|||-NONE-|||0
A 5 6|||Verb|||was|||REQUIRED|||-NONE-|||1

S It is an instrument heavy and my shoulder hurts after ten minutes.
A 2 3|||WordOrder|||a heavy|||REQUIRED|||-NONE-|||0
A 4 5|||WordOrder||||||REQUIRED|||-NONE-|||0
A 7 9|||Noun|||shoulders hurt|||REQUIRED|||-NONE-|||0
A 2 3|||WordOrder|||a heavy|||REQUIRED|||-NONE-|||1
A 4 5|||WordOrder||||||REQUIRED|||-NONE-|||1
A 7 9|||Noun|||shoulders ache|||REQUIRED|||-NONE-|||1

S But when song go well, I forget of the pain completely.
A 2 2|||Article|||the|||REQUIRED|||-NONE-|||0
A 3 4|||Agreement|||goes|||REQUIRED|||-NONE-|||0
A 7 8|||Preposition||||||REQUIRED|||-NONE-|||0
A 2 2|||Article|||a|||REQUIRED|||-NONE-|||1
A 3 4|||Agreement|||goes|||REQUIRED|||-NONE-|||1
A 7 8|||Preposition||||||REQUIRED|||-NONE-|||1

S My dog hates it and hides under the bed.
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S In Sundays my whole family eat togheter in my grandmother house and we talk all at the same time.
A 0 1|||Preposition|||On|||REQUIRED|||-NONE-|||0
A 5 7|||Agreement|||eats together|||REQUIRED|||-NONE-|||0
A 9 10|||Noun|||grandmother's|||REQUIRED|||-NONE-|||0
A 13 13|||WordOrder|||all|||REQUIRED|||-NONE-|||0
A 14 15|||WordOrder||||||REQUIRED|||-NONE-|||0
A 0 1|||Preposition|||On|||REQUIRED|||-NONE-|||1
A 5 7|||Agreement|||eats together|||REQUIRED|||-NONE-|||1
A 9 10|||Noun|||grandmother's|||REQUIRED|||-NONE-|||1
A 13 14|||WordOrder||||||REQUIRED|||-NONE-|||1
A 15 15|||Missing|||speak|||REQUIRED|||-NONE-|||1

S You would like very much her corn cake, who she bake in a old iron pot.
A 2 2|||WordOrder|||really|||REQUIRED|||-NONE-|||0
A 3 5|||WordOrder||||||REQUIRED|||-NONE-|||0
A 8 9|||WordChoice|||which|||REQUIRED|||-NONE-|||0
A 10 11|||Agreement|||bakes|||REQUIRED|||-NONE-|||0
A 12 13|||Article|||an|||REQUIRED|||-NONE-|||0
A 2 5|||WordOrder|||love|||REQUIRED|||-NONE-|||1
A 8 9|||WordChoice|||which|||REQUIRED|||-NONE-|||1
A 10 11|||Agreement|||bakes|||REQUIRED|||-NONE-|||1
A 12 13|||Article|||an|||REQUIRED|||-NONE-|||1

S When you will come in July, we can to go in the beach, and I will present you for my friends.
A 2 3|||Verb||||||REQUIRED|||-NONE-|||0
A 8 8|||Verb|||go|||REQUIRED|||-NONE-|||0
A 9 11|||Verb||||||REQUIRED|||-NONE-|||0
A 16 17|||WordChoice|||introduce|||REQUIRED|||-NONE-|||0
A 18 19|||Preposition|||to|||REQUIRED|||-NONE-|||0
A 2 3|||Verb||||||REQUIRED|||-NONE-|||1
A 8 8|||Verb|||go|||REQUIRED|||-NONE-|||1
A 9 11|||Verb||||||REQUIRED|||-NONE-|||1
A 15 17|||WordChoice|||can introduce|||REQUIRED|||-NONE-|||1
A 18 19|||Preposition|||to|||REQUIRED|||-NONE-|||1

S Bring light clothe, because here is hot even in the night.
A 2 3|||Noun|||clothes,|||REQUIRED|||-NONE-|||0
A 4 5|||Missing|||it|||REQUIRED|||-NONE-|||0
A 8 10|||Preposition|||at|||REQUIRED|||-NONE-|||0
A 2 3|||Noun|||clothing,|||REQUIRED|||-NONE-|||1
A 5 5|||Missing|||it|||REQUIRED|||-NONE-|||1
A 8 10|||Preposition|||at|||REQUIRED|||-NONE-|||1

S Is it still snowing in your town?
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Write me fast and gives hug in your parents of me.
A 2 3|||WordChoice|||soon|||REQUIRED|||-NONE-|||0
A 4 5|||Agreement|||give a|||REQUIRED|||-NONE-|||0
A 6 7|||Preposition|||to|||REQUIRED|||-NONE-|||0
A 9 10|||Preposition|||from|||REQUIRED|||-NONE-|||0
A 2 3|||WordChoice|||quickly|||REQUIRED|||-NONE-|||1
A 4 5|||Agreement|||give a|||REQUIRED|||-NONE-|||1
A 6 7|||Preposition|||to|||REQUIRED|||-NONE-|||1
A 9 10|||Preposition|||from|||REQUIRED|||-NONE-|||1

S I learn to swim when I am thirty-four year old.
A 1 2|||Verb|||learned|||REQUIRED|||-NONE-|||0
A 6 7|||Verb|||was|||REQUIRED|||-NONE-|||0
A 8 9|||Noun|||years|||REQUIRED|||-NONE-|||0
A 1 2|||Verb|||learnt|||REQUIRED|||-NONE-|||1
A 6 7|||Verb|||was|||REQUIRED|||-NONE-|||1
A 8 9|||Noun|||years|||REQUIRED|||-NONE-|||1

S Many people think it is too late, but the age is not matter.
A 8 9|||Article||||||REQUIRED|||-NONE-|||0
A 10 11|||Verb|||does|||REQUIRED|||-NONE-|||0
A 8 9|||Article||||||REQUIRED|||-NONE-|||1
A 10 12|||Verb|||doesn't|||REQUIRED|||-NONE-|||1

S In my hometown have no swimming pool, only river which is very dangerous after rain.
A 3 4|||Missing|||there was|||REQUIRED|||-NONE-|||0
A 8 8|||Article|||a|||REQUIRED|||-NONE-|||0
A 3 4|||Missing|||there is|||REQUIRED|||-NONE-|||1
A 8 8|||Article|||a|||REQUIRED|||-NONE-|||1

S So my parents never allow me go near water.
A 4 5|||Verb|||allowed|||REQUIRED|||-NONE-|||0
A 6 6|||Verb|||to|||REQUIRED|||-NONE-|||0
A 4 5|||Verb|||allowed|||REQUIRED|||-NONE-|||1
A 6 6|||Verb|||to|||REQUIRED|||-NONE-|||1

S The boys of the neighbourhood jumped from the bridge every summer and shouted with joy, but I sit under tree, holded their shoe and tell me that water was not interesting.
A 17 18|||Verb|||sat|||REQUIRED|||-NONE-|||0
A 19 19|||Article|||a|||REQUIRED|||-NONE-|||0
A 20 21|||Verb|||held|||REQUIRED|||-NONE-|||0
A 22 23|||Noun|||shoes|||REQUIRED|||-NONE-|||0
A 24 26|||Verb|||told myself|||REQUIRED|||-NONE-|||0
A 17 18|||Verb|||sat|||REQUIRED|||-NONE-|||1
A 19 19|||Article|||a|||REQUIRED|||-NONE-|||1
A 20 21|||Verb|||held|||REQUIRED|||-NONE-|||1
A 22 23|||Noun|||shoes|||REQUIRED|||-NONE-|||1
A 24 26|||Verb|||told myself|||REQUIRED|||-NONE-|||1

S Last year my daughter say: "Father, why you are afraid of so little water?"
A 4 5|||Verb|||said:|||REQUIRED|||-NONE-|||0
A 7 7|||WordOrder|||are|||REQUIRED|||-NONE-|||0
A 8 9|||WordOrder||||||REQUIRED|||-NONE-|||0
A 4 5|||Verb|||said:|||REQUIRED|||-NONE-|||1
A 7 7|||WordOrder|||are|||REQUIRED|||-NONE-|||1
A 8 9|||WordOrder||||||REQUIRED|||-NONE-|||1

S I feel embarrassing, so I join swimming class for adult.
A 1 3|||Verb|||felt embarrassed,|||REQUIRED|||-NONE-|||0
A 5 6|||Verb|||joined a|||REQUIRED|||-NONE-|||0
A 9 10|||Noun|||adults.|||REQUIRED|||-NONE-|||0
A 1 3|||Verb|||felt embarrassed,|||REQUIRED|||-NONE-|||1
A 5 6|||Verb|||joined a|||REQUIRED|||-NONE-|||1
A 9 10|||Noun|||adults.|||REQUIRED|||-NONE-|||1

S First lesson was terible, because I can't even put my face to the water.
A 0 1|||Article|||The first|||REQUIRED|||-NONE-|||0
A 3 4|||Spelling|||terrible,|||REQUIRED|||-NONE-|||0
A 6 7|||Verb|||couldn't|||REQUIRED|||-NONE-|||0
A 11 12|||Preposition|||in|||REQUIRED|||-NONE-|||0
A 0 1|||Article|||The first|||REQUIRED|||-NONE-|||1
A 3 4|||Spelling|||terrible,|||REQUIRED|||-NONE-|||1
A 6 7|||Verb|||could not|||REQUIRED|||-NONE-|||1
A 11 12|||Preposition|||into|||REQUIRED|||-NONE-|||1

S The water was warm, but my knees were shaking.
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S The teacher was half my age and very patient.
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S She tell me to breathing slowly and imagined that I was leaf.
A 1 2|||Verb|||told|||REQUIRED|||-NONE-|||0
A 4 5|||Verb|||breathe|||REQUIRED|||-NONE-|||0
A 7 8|||Verb|||imagine|||REQUIRED|||-NONE-|||0
A 11 11|||Article|||a|||REQUIRED|||-NONE-|||0
A 1 2|||Verb|||told|||REQUIRED|||-NONE-|||1
A 4 5|||Verb|||breathe|||REQUIRED|||-NONE-|||1
A 7 8|||Verb|||imagine|||REQUIRED|||-NONE-|||1
A 11 11|||Article|||a|||REQUIRED|||-NONE-|||1

S After three months later, I swim twenty-five meter without stop.
A 0 2|||Preposition|||Three|||REQUIRED|||-NONE-|||0
A 5 6|||Verb|||swam|||REQUIRED|||-NONE-|||0
A 7 8|||Noun|||metres|||REQUIRED|||-NONE-|||0
A 9 10|||Verb|||stopping.|||REQUIRED|||-NONE-|||0
A 2 4|||Preposition|||months,|||REQUIRED|||-NONE-|||1
A 5 6|||Verb|||swam|||REQUIRED|||-NONE-|||1
A 7 8|||Noun|||metres|||REQUIRED|||-NONE-|||1
A 9 10|||Verb|||stopping.|||REQUIRED|||-NONE-|||1

S My daughter clap hand and all people in the pool look us.
A 2 4|||Verb|||clapped her hands|||REQUIRED|||-NONE-|||0
A 6 6|||Article|||the|||REQUIRED|||-NONE-|||0
A 10 11|||Verb|||looked at|||REQUIRED|||-NONE-|||0
A 2 4|||Verb|||clapped her hands|||REQUIRED|||-NONE-|||1
A 6 6|||Article|||the|||REQUIRED|||-NONE-|||1
A 10 11|||Verb|||looked at|||REQUIRED|||-NONE-|||1

S Now we go to swimming every Saturday, and she always is faster then me.
A 3 4|||Verb||||||REQUIRED|||-NONE-|||0
A 9 9|||WordOrder|||is|||REQUIRED|||-NONE-|||0
A 10 11|||WordOrder||||||REQUIRED|||-NONE-|||0
A 12 13|||WordChoice|||than|||REQUIRED|||-NONE-|||0
A 3 4|||Verb||||||REQUIRED|||-NONE-|||1
A 9 9|||WordOrder|||is|||REQUIRED|||-NONE-|||1
A 10 11|||WordOrder||||||REQUIRED|||-NONE-|||1
A 12 13|||WordChoice|||than|||REQUIRED|||-NONE-|||1

S From this experiences I learn that fear is only door, you just need push it.
A 2 3|||Noun|||experience|||REQUIRED|||-NONE-|||0
A 4 5|||Verb|||learned|||REQUIRED|||-NONE-|||0
A 9 9|||Article|||a|||REQUIRED|||-NONE-|||0
A 10 10|||Comma|||and|||REQUIRED|||-NONE-|||0
A 13 13|||Verb|||to|||REQUIRED|||-NONE-|||0
A 2 3|||Noun|||experience|||REQUIRED|||-NONE-|||1
A 4 5|||Verb|||have learned|||REQUIRED|||-NONE-|||1
A 9 10|||Article|||a door;|||REQUIRED|||-NONE-|||1
A 11 12|||Verb|||only|||REQUIRED|||-NONE-|||1
A 13 13|||Verb|||to|||REQUIRED|||-NONE-|||1

S Nowadays the people reads always more on screens and always less on the paper.
A 1 2|||Article||||||REQUIRED|||-NONE-|||0
A 3 5|||Agreement|||read more and|||REQUIRED|||-NONE-|||0
A 9 10|||WordChoice|||less and|||REQUIRED|||-NONE-|||0
A 12 13|||Article||||||REQUIRED|||-NONE-|||0
A 1 2|||Article||||||REQUIRED|||-NONE-|||1
A 3 6|||Agreement|||read increasingly|||REQUIRED|||-NONE-|||1
A 9 10|||WordChoice|||less and|||REQUIRED|||-NONE-|||1
A 12 13|||Article||||||REQUIRED|||-NONE-|||1

S I am not agree with who says that paper books will to disappear.
A 1 3|||Verb|||don't|||REQUIRED|||-NONE-|||0
A 5 5|||WordChoice|||those|||REQUIRED|||-NONE-|||0
A 6 7|||Agreement|||say|||REQUIRED|||-NONE-|||0
A 11 12|||Verb||||||REQUIRED|||-NONE-|||0
A 1 2|||Verb|||do|||REQUIRED|||-NONE-|||1
A 5 5|||WordChoice|||people|||REQUIRED|||-NONE-|||1
A 6 7|||Agreement|||think|||REQUIRED|||-NONE-|||1
A 11 12|||Verb||||||REQUIRED|||-NONE-|||1

S A paper book have smell, a weight and a history.
A 3 4|||Agreement|||has a|||REQUIRED|||-NONE-|||0
A 3 4|||Agreement|||has a|||REQUIRED|||-NONE-|||1

S When I opens my grandfather novels, I find his note in the margin and sometimes a old bus ticket.
A 2 3|||Agreement|||open|||REQUIRED|||-NONE-|||0
A 4 5|||Noun|||grandfather's|||REQUIRED|||-NONE-|||0
A 9 10|||Noun|||notes|||REQUIRED|||-NONE-|||0
A 15 16|||Article|||an|||REQUIRED|||-NONE-|||0
A 2 3|||Agreement|||open|||REQUIRED|||-NONE-|||1
A 4 5|||Noun|||grandfather's|||REQUIRED|||-NONE-|||1
A 9 10|||Noun|||notes|||REQUIRED|||-NONE-|||1
A 15 16|||Article|||an|||REQUIRED|||-NONE-|||1

S Some pages still smells of his pipe.
A 3 4|||Agreement|||smell|||REQUIRED|||-NONE-|||0
A 3 4|||Agreement|||smell|||REQUIRED|||-NONE-|||1

S A screen cannot do that.
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S From the other side, electronic books are very comfortable when travel, because you can to bring hundred novel in one bag.
A 0 1|||Preposition|||On|||REQUIRED|||-NONE-|||0
A 3 4|||Preposition|||hand,|||REQUIRED|||-NONE-|||0
A 8 9|||WordChoice|||convenient|||REQUIRED|||-NONE-|||0
A 10 10|||Missing|||you|||REQUIRED|||-NONE-|||0
A 14 15|||Verb||||||REQUIRED|||-NONE-|||0
A 16 16|||Article|||a|||REQUIRED|||-NONE-|||0
A 17 18|||Noun|||novels|||REQUIRED|||-NONE-|||0
A 0 1|||Preposition|||On|||REQUIRED|||-NONE-|||1
A 3 4|||Preposition|||hand,|||REQUIRED|||-NONE-|||1
A 8 9|||WordChoice|||practical|||REQUIRED|||-NONE-|||1
A 10 10|||Missing|||people|||REQUIRED|||-NONE-|||1
A 14 16|||Verb|||carry a|||REQUIRED|||-NONE-|||1
A 17 18|||Noun|||novels|||REQUIRED|||-NONE-|||1

S My grandmother, that see badly, can makes the letters more big and so she started to reading again.
A 2 4|||WordChoice|||who sees|||REQUIRED|||-NONE-|||0
A 6 7|||Verb|||make|||REQUIRED|||-NONE-|||0
A 9 11|||WordChoice|||bigger|||REQUIRED|||-NONE-|||0
A 16 17|||Verb|||read|||REQUIRED|||-NONE-|||0
A 2 4|||WordChoice|||who sees|||REQUIRED|||-NONE-|||1
A 6 7|||Verb|||make|||REQUIRED|||-NONE-|||1
A 9 11|||WordChoice|||bigger|||REQUIRED|||-NONE-|||1
A 16 17|||Verb|||read|||REQUIRED|||-NONE-|||1

S She has read already forty book this year and ask me others.
A 2 2|||WordOrder|||already|||REQUIRED|||-NONE-|||0
A 3 4|||WordOrder||||||REQUIRED|||-NONE-|||0
A 5 6|||Noun|||books|||REQUIRED|||-NONE-|||0
A 9 10|||Verb|||is asking|||REQUIRED|||-NONE-|||0
A 11 12|||WordChoice|||for more.|||REQUIRED|||-NONE-|||0
A 2 2|||WordOrder|||already|||REQUIRED|||-NONE-|||1
A 3 4|||WordOrder||||||REQUIRED|||-NONE-|||1
A 5 6|||Noun|||books|||REQUIRED|||-NONE-|||1
A 9 10|||Verb|||asks|||REQUIRED|||-NONE-|||1
A 11 11|||WordChoice|||for|||REQUIRED|||-NONE-|||1

S The libary of my town lend also electronic books, so it cost nothing.
A 1 3|||Spelling|||library in|||REQUIRED|||-NONE-|||0
A 5 7|||Agreement|||lends|||REQUIRED|||-NONE-|||0
A 8 9|||WordOrder|||books too,|||REQUIRED|||-NONE-|||0
A 11 12|||Agreement|||costs|||REQUIRED|||-NONE-|||0
A 1 3|||Spelling|||library in|||REQUIRED|||-NONE-|||1
A 5 7|||Agreement|||lends|||REQUIRED|||-NONE-|||1
A 8 9|||WordOrder|||books as well,|||REQUIRED|||-NONE-|||1
A 11 12|||Agreement|||costs|||REQUIRED|||-NONE-|||1

S There is good reasons for both.
A 1 2|||Agreement|||are|||REQUIRED|||-NONE-|||0
A 1 2|||Agreement|||are|||REQUIRED|||-NONE-|||1

S I think that the children should to learn to love both kind of book.
A 3 4|||Article||||||REQUIRED|||-NONE-|||0
A 6 7|||Verb||||||REQUIRED|||-NONE-|||0
A 11 12|||Noun|||kinds|||REQUIRED|||-NONE-|||0
A 3 4|||Article||||||REQUIRED|||-NONE-|||1
A 6 7|||Verb||||||REQUIRED|||-NONE-|||1
A 11 12|||Noun|||kinds|||REQUIRED|||-NONE-|||1
A 13 14|||Noun|||books.|||REQUIRED|||-NONE-|||1

S What count is the story, not object.
A 1 2|||Agreement|||counts|||REQUIRED|||-NONE-|||0
A 6 6|||Article|||the|||REQUIRED|||-NONE-|||0
A 1 2|||Agreement|||matters|||REQUIRED|||-NONE-|||1
A 6 6|||Article|||the|||REQUIRED|||-NONE-|||1

S For conclude, let's we keep our old shelves, but also leave some spase to new habit.
A 0 1|||Preposition|||To|||REQUIRED|||-NONE-|||0
A 2 4|||Verb|||let us|||REQUIRED|||-NONE-|||0
A 12 14|||Spelling|||space for|||REQUIRED|||-NONE-|||0
A 15 16|||Noun|||habits.|||REQUIRED|||-NONE-|||0
A 0 2|||Preposition|||In conclusion,|||REQUIRED|||-NONE-|||1
A 3 4|||Verb||||||REQUIRED|||-NONE-|||1
A 12 14|||Spelling|||space for|||REQUIRED|||-NONE-|||1
A 15 16|||Noun|||habits.|||REQUIRED|||-NONE-|||1

