// How the module meets its host: functions over numbers in its memory, and one function of the host's.
#pragma once

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

// Tells the host how much of the work is done, from 0 to 1.
extern "C" __attribute__((import_module("host"), import_name("progress"))) void progress(double done);
